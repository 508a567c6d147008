import { describe, expect, test } from 'vitest';
import { checkNames } from '#lib/certificates/checks.ts';
import { rejectionReasons, supportCodes } from '#lib/certificates/rejection.ts';
import en from '#messages/en.json' with { type: 'json' };
import es from '#messages/es.json' with { type: 'json' };

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
/** Arguments and tags; a choice of a select is a sentence of its own and begins with a capital or has a space. */
const placeholders = (text: string) => [...new Set(text.match(/\{[a-z]\w*(?=[},])|<\w+>/g) ?? [])].sort();

const spanish = flat(es);
const english = new Map(flat(en));

describe('the Spanish catalogue', () => {
  // Forms of "tú" and "usted"; those of "vos" have their accent elsewhere. \b knows no accents. In "que lo haga" it is
  // somebody else.
  const foreign =
    /(?<!\p{L}|que lo )(haz|ingresa|sube|puedes|debes|tienes|quieres|necesitas|elige|escribe|copia|pega|haga|ingrese|suba|puede usted|usted|ustedes|vosotros|su certificado|acceda|contigo|eres)(?!\p{L})/iu;

  test.each(spanish.filter(([key]) => !key.startsWith('portal.')))(
    '%s addresses the reader as "vos"',
    (_key, text) => {
      expect(text).not.toMatch(foreign);
    },
  );

  test('uses CUIT, clave fiscal and ARCA, and AFIP only to explain the old name', () => {
    const old = spanish.filter(([key, text]) => !key.startsWith('portal.') && /AFIP/.test(text));
    expect(old.map(([, text]) => /\(ex AFIP\)/.test(text))).not.toContain(false);
    // Once on each page and in each mail: in the masthead or first line, and where there is none.
    expect(old.map(([key]) => key)).toEqual(['frame.asks', 'closed.homeText', 'mail.notice']);
  });
});

describe('the English catalogue', () => {
  test('has the same keys as the Spanish one', () => {
    expect([...english.keys()].sort()).toEqual(spanish.map(([key]) => key).sort());
  });

  test.each(spanish)('%s takes the same values', (key, text) => {
    expect(placeholders(english.get(key) ?? '')).toEqual(placeholders(text));
  });

  test("keeps the authority's labels as they are on its screens", () => {
    expect(en.portal).toEqual(es.portal);
  });
});

describe('every reason for refusing a certificate', () => {
  test.each(rejectionReasons)('%s has a message, a way out and a code', (reason) => {
    expect(es.rejection[reason].title).not.toBe('');
    expect(es.rejection[reason].fix).not.toBe('');
    expect(supportCodes[reason]).toMatch(/^AR-[A-Z]+-\d\d$/);
  });

  test('has a code of its own', () => {
    const codes = Object.values(supportCodes);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test.each(checkNames)('the check %s has a name', (name) => {
    expect(es.checks[name]).not.toBe('');
  });
});
