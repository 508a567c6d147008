import { rejectionReasons, supportCodes } from '#lib/certificates/rejection.ts';
import type { ApiErrorCode, ErrorKey } from '#lib/errors.ts';
import { errorCodes, errorKeys } from '#lib/http/error-catalogue.ts';
import en from '#messages/errors.en.json' with { type: 'json' };
import es from '#messages/errors.es.json' with { type: 'json' };
import faultsEn from '#messages/faults.en.json' with { type: 'json' };
import faultsEs from '#messages/faults.es.json' with { type: 'json' };

type Explanations = Record<string, { cause: string; remedy: string }>;
type Texts = Record<string, string | Record<string, string>>;

const languages = {
  en: { texts: en, faults: faultsEn as Texts, file: 'docs/errors.md', translated: [] },
  es: {
    texts: es,
    faults: faultsEs as Texts,
    file: 'docs/es/errors.md',
    /** Pages that docs/es has, too. Links to any other lead to the English one. */
    translated: ['errors', 'invoices'],
  },
};

/** Returns the content of docs/errors.md or docs/es/errors.md. A test compares it with the file. */
function errorPage(language: keyof typeof languages): string {
  const { texts, faults } = languages[language];
  const { page } = texts;
  const messageCodes = Object.keys(faults).filter((code) => !code.startsWith('ARCA'));
  const authorityCodes = Object.keys(faults).filter((code) => code.startsWith('ARCA'));
  const named = new Set<string>();
  const code = (name: string) => {
    if (named.has(name)) return `[\`${name}\`](#code-${name})`;
    named.add(name);
    return `\`${name}\``;
  };
  const explained = (explanations: Explanations) =>
    table(
      ['code', page.cause, page.remedy],
      Object.entries(explanations).map(([name, { cause, remedy }]) => [code(name), cause, remedy]),
    );
  const described = (codes: string[]) =>
    table(
      ['code', page.text],
      codes.map((name) => [code(name), readable(faults[name] ?? '')]),
    );
  const sections = [
    `# ${page.title}`,
    `<!-- Written by \`npm run docs\` from messages/errors.${language}.json and messages/faults.${language}.json. -->`,
    page.introduction,
    table(
      [page.member, page.meaning],
      [
        ['`type`, `title`, `status`, `detail`, `instance`', page.rfc],
        ['`key`', page.key],
        ['`code`', page.code],
        ['`message`', page.message],
        ['`fields`', page.fields],
        ['`faults`', page.faults],
        ['`request_id`', page.requestId],
      ],
    ),
    page.paths,
    page.stability,
    `## ${page.keysTitle}`,
    table(
      ['key', page.status, page.cause, page.remedy],
      Object.entries(errorKeys).map(([key, { status }]) => {
        const { cause, remedy } = texts.keys[key as ErrorKey];
        return [`\`${key}\``, status, cause, remedy];
      }),
    ),
    `## ${page.codesTitle}`,
    page.codesIntroduction,
    table(
      ['code', 'key', page.cause, page.remedy],
      (Object.keys(errorCodes) as ApiErrorCode[]).toSorted().map((name) => {
        const { cause, remedy } = texts.codes[name];
        return [code(name), errorCodes[name].keys.map((key) => `\`${key}\``).join(', '), cause, remedy];
      }),
    ),
    `## ${page.fieldsTitle}`,
    page.fieldsIntroduction,
    explained(texts.fields),
    `## ${page.rowsTitle}`,
    page.rowsIntroduction,
    explained(texts.rows),
    `## ${page.definitionsTitle}`,
    page.definitionsIntroduction,
    explained(texts.definitions),
    `## ${page.supportTitle}`,
    page.supportIntroduction,
    table(
      [page.support, 'code'],
      rejectionReasons.map((reason) => [supportCodes[reason], `\`${reason}\``]).toSorted(),
    ),
    `## ${page.jobsTitle}`,
    page.jobsIntroduction,
    described(messageCodes),
    `## ${page.authorityTitle}`,
    page.authorityIntroduction,
    described(authorityCodes.toSorted(byNumber)),
  ];
  return linked(`${sections.join('\n\n')}\n`, language);
}

const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

const table = (head: string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** WSFEv1 before WSFEX, each by its number. */
const byNumber = (one: string, other: string) =>
  Number(one.includes('-E')) - Number(other.includes('-E')) ||
  Number(one.replace(/\D/g, '')) - Number(other.replace(/\D/g, ''));

/** A text of messages/faults.*.json without its ICU syntax. Variants are named by their `why`. */
function readable(text: string | Record<string, string>): string {
  if (typeof text !== 'string') {
    return Object.entries(text)
      .map(([why, variant]) => (why === 'other' ? readable(variant) : `\`${why}\`: ${readable(variant)}`))
      .join(' · ');
  }
  return text
    .replace(/\{(\w+), number\}/g, '{$1}')
    .replace(/\{(\w+), plural,(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, (choice, name) => {
      const [, other = ''] = /other \{((?:[^{}]|\{[^{}]*\})*)\}/.exec(choice) ?? [];
      return other.replace('#', `{${name}}`);
    })
    .replace(/\{(\w+), select,(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, (choice, name) => {
      const [, yes] = /yes \{([^{}]*)\}/.exec(choice) ?? [];
      return yes ?? `{${name}}`;
    })
    .replaceAll("''", "'")
    .replaceAll('|', '\\|');
}

/** Links of a page in docs/es to pages that have no translation. */
const linked = (page: string, language: keyof typeof languages): string =>
  language === 'en'
    ? page
    : page.replace(/\]\(([\w-]+)\.md/g, (link, name) =>
        languages.es.translated.includes(name) ? link : `](../${name}.md`,
      );

export const errorPages = (Object.keys(languages) as (keyof typeof languages)[]).map((language) => ({
  file: languages[language].file,
  page: () => errorPage(language),
}));
