import { expect, test } from 'vitest';
import en from '#messages/faults.en.json' with { type: 'json' };
import es from '#messages/faults.es.json' with { type: 'json' };
import { creditInvoiceRules } from '#simulator/wsfe/credit-invoices.ts';
import {
  amountRules,
  correctionObservations,
  correctionRules,
  dateRules,
  numberRules,
  taxRules,
} from '#simulator/wsfe/request-authorisation.ts';
import {
  currencyRules,
  pointOfSaleRules,
  receiverObservations,
  receiverRules,
} from '#simulator/wsfe/rules.ts';

type Catalogue = Record<string, string | Record<string, string>>;

const flat = (catalogue: Catalogue): [key: string, text: string][] =>
  Object.entries(catalogue).flatMap(([code, entry]): [string, string][] =>
    typeof entry === 'string'
      ? [[code, entry]]
      : Object.entries(entry).map(([why, text]) => [`${code}.${why}`, text]),
  );

const english = new Map(flat(en));
const hasText = (code: number) => Object.hasOwn(es, `ARCA-${code}`);
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const valuesIn = (text: string) => [...new Set(text.match(/\{[a-z]\w*(?=[},])/gi) ?? [])].sort();

test('both languages have the same codes', () => {
  expect(Object.keys(en)).toEqual(Object.keys(es));
  expect([...english.keys()]).toEqual(flat(es).map(([key]) => key));
});

test.each(flat(es))('%s has a text with the same values in both languages', (key, text) => {
  expect(text).toMatch(/^\S.*\S$/);
  expect(english.get(key)).toMatch(/^\S.*\S$/);
  expect(valuesIn(english.get(key) ?? '')).toEqual(valuesIn(text));
});

test('every known rule of the authority has a text', () => {
  const rules = [
    ...amountRules,
    ...correctionObservations,
    ...correctionRules,
    ...creditInvoiceRules,
    ...currencyRules,
    ...dateRules,
    ...numberRules,
    ...pointOfSaleRules,
    ...receiverObservations,
    ...receiverRules,
    ...taxRules,
  ];
  expect(rules.filter(({ code }) => !hasText(code))).toEqual([]);
});

/** Codes between 10000 and 10284 that the manual's table for FECAESolicitar does not have. */
const unassigned = [
  10009,
  10034,
  10050,
  ...range(10072, 10074),
  10087,
  ...range(10100, 10109),
  10179,
  10182,
  10185,
  10191,
  ...range(10200, 10202),
  10233,
  10244,
  10250,
  ...range(10252, 10269),
];
/** In the table as out of use, without its rule. */
const withdrawn = 10093;

test('every code of the manual’s table has a text, and no other code of that range', () => {
  const codes = range(10000, 10284);
  const ofAnotherMethod = 10104;
  const withoutText = codes.filter((code) => !hasText(code));
  expect([...withoutText, ofAnotherMethod].sort()).toEqual([...unassigned, withdrawn].sort());
});

test('the texts of remarks, and only these, say that the document is authorized', () => {
  const remarks = [10017, 10041, 10063, 10188, 10209, 10217, ...range(10234, 10238), 10245, 10249, 10283];
  const saying = [...english].filter(([, text]) => /(document|invoice) is authorized[;,]/.test(text));
  const codes = saying.map(([key]) => /^ARCA-(E?\d+)/.exec(key)?.[1]);
  const remarksOnExports = range(14, 17).map((code) => `E${code}`);
  expect([...new Set(codes)]).toEqual([...remarks.map(String), ...remarksOnExports]);
});

test('the texts of refusals and of remarks differ', () => {
  // A remark, where 10067 refuses: the document is authorized all the same.
  expect(en['ARCA-10283'].other).toContain('The document is authorized');
  expect(en['ARCA-10067'].other).toContain('ask for authorization again');
});
