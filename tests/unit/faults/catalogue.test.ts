import { expect, test } from 'vitest';
import en from '#messages/faults.en.json' with { type: 'json' };
import es from '#messages/faults.es.json' with { type: 'json' };
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
    ...currencyRules,
    ...dateRules,
    ...numberRules,
    ...pointOfSaleRules,
    ...receiverObservations,
    ...receiverRules,
    ...taxRules,
  ];
  const ofTheRequest = [10001, 10002, 10003, 10004, 10005, 10007];
  const added = [10251, ...Array.from({ length: 15 }, (_, index) => 10270 + index)];
  const codes = [...ofTheRequest, ...added, ...rules.map(({ code }) => code)].map((code) => `ARCA-${code}`);
  expect(codes.filter((code) => !Object.hasOwn(es, code))).toEqual([]);
});

test('the texts of refusals and of remarks differ', () => {
  // A remark, where 10067 refuses: the document is authorized all the same.
  expect(en['ARCA-10283'].other).toContain('The document is authorized');
  expect(en['ARCA-10067'].other).toContain('ask for authorization again');
});
