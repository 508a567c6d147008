import { expect, test } from 'vitest';
import { classA, classB, classC, inDollars, line, overTheCounter } from '#tests/support/invoices.ts';
import { qrOf } from '#tests/support/issued.ts';

const contentsOf = (url: string): string =>
  Buffer.from(new URL(url).searchParams.get('p') ?? '', 'base64').toString();
const told = (data: unknown) => contentsOf(qrOf(data));

test('the QR data matches a real one of September 2026, in order and with numbers', () => {
  const data = classA({
    series: '6',
    issue_date: '2026-11-16',
    lines: [line('1466699.26')],
  });
  expect(told(data)).toBe(
    '{"ver":1,"fecha":"2026-11-16","cuit":30123456781,"ptoVta":6,"tipoCmp":1,"nroCmp":12,' +
      '"importe":1774706.1,"moneda":"PES","ctz":1,"tipoDocRec":80,"nroDocRec":30712345671,' +
      '"tipoCodAut":"E","codAut":86372444134504}',
  );
});

test('the QR leads to the authority’s page and is the same as a URL or as text', () => {
  const url = qrOf(classA());
  expect(url).toMatch(/^https:\/\/www\.arca\.gob\.ar\/fe\/qr\/\?p=[A-Za-z0-9]+={0,2}$/);
  expect(new URL(url).searchParams.get('p')).toBe(url.split('?p=')[1]);
});

test.each([
  ['a company', classA(), { tipoDocRec: 80, nroDocRec: 30712345671 }],
  ['a person with a DNI', classB(), { tipoDocRec: 96, nroDocRec: 12345678 }],
])('%s is named in the QR by document type and number', (_who, data, named) => {
  expect(JSON.parse(told(data))).toMatchObject(named);
});

test('an unidentified customer is left out of the QR', () => {
  const contents = JSON.parse(told(overTheCounter()));
  expect(contents).not.toHaveProperty('tipoDocRec');
  expect(contents).not.toHaveProperty('nroDocRec');
});

test.each([
  ['dollars', inDollars(), { moneda: 'DOL', ctz: 1450.5, importe: 1210 }],
  ['class C', classC(), { tipoCmp: 11, moneda: 'PES', ctz: 1, importe: 1000 }],
  ['the largest amount', classA({ lines: [line('8264462809917.35')] }), { importe: 9999999999999.99 }],
])('the QR gives %s in the authority’s codes', (_what, data, expected) => {
  const text = told(data);
  expect(JSON.parse(text)).toMatchObject(expected);
  expect(text).not.toMatch(/e\+|E\+/);
});
