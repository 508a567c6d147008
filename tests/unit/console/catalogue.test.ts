import { createTranslator, IntlErrorCode } from 'next-intl';
import { describe, expect, test } from 'vitest';
import { type ConsoleArea, consoleCatalogues, localeOf, locales } from '#lib/i18n.ts';

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
/** Arguments and tags; what stands behind the number of a plural is a choice, and one of a select has a space. */
const placeholders = (text: string) =>
  [...new Set(text.match(/(?<!(?:=\d|one|other) )\{[a-z]\w*(?=[},])|<\w+>/g) ?? [])].sort();
// Forms of "tú" and "usted"; those of "vos" have their accent elsewhere. \b knows no accents. After "que" and
// "nadie" it is somebody else of whom the text speaks.
const foreign =
  /(?<!\p{L}|que |nadie )(haz|ingresa|sube|puedes|debes|tienes|quieres|necesitas|elige|escribe|copia|pega|haga|ingrese|suba|puede usted|usted|ustedes|vosotros|acceda|contigo|eres)(?!\p{L})/iu;

const areas = Object.keys(consoleCatalogues.en) as ConsoleArea[];

describe.each(areas)('the texts of %s', (area) => {
  const spanish = flat(consoleCatalogues['es-AR'][area]);
  const english = new Map(flat(consoleCatalogues.en[area]));

  test('have the same keys in English', () => {
    expect([...english.keys()].sort()).toEqual(spanish.map(([key]) => key).sort());
  });

  test.each(locales)('are readable messages in %s', (locale) => {
    const unreadable: string[] = [];
    const t = createTranslator({
      locale,
      messages: consoleCatalogues[locale][area] as Tree,
      // That values are missing is of this test; what is no message would be shown by its key.
      onError: ({ code, originalMessage }) => {
        if (code === IntlErrorCode.INVALID_MESSAGE) unreadable.push(originalMessage ?? code);
      },
    });
    for (const [key] of spanish) {
      const before = unreadable.length;
      t(key as never);
      if (unreadable.length > before) unreadable.push(key);
    }
    expect(unreadable).toEqual([]);
  });

  test.each(spanish)('%s addresses the reader as "vos" and takes the same values in English', (key, text) => {
    expect(text).not.toMatch(foreign);
    expect(placeholders(english.get(key) ?? '')).toEqual(placeholders(text));
  });
});

test.each([
  ['en', 'es-AR', 'en'],
  [undefined, 'en-GB,en;q=0.9,es;q=0.8', 'en'],
  [undefined, 'es-419,en;q=0.5', 'es-AR'],
  [undefined, 'fr-FR,en;q=0.5', 'en'],
  [undefined, 'de', 'es-AR'],
  [undefined, null, 'es-AR'],
  ['nonsense', 'en', 'en'],
])('the choice %s in a browser of %s gives the language %s', (chosen, accepted, locale) => {
  expect(localeOf(chosen, accepted)).toBe(locale);
});
