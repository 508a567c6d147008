import Big from 'big.js';
import { describe, expect, it, test } from 'vitest';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { inPesos, saleOf, signOf } from '#lib/documents/invoice/sale.ts';
import { vatBookBytes, vatBookRecords } from '#lib/documents/invoice/vat-book.ts';
import {
  build,
  classA,
  classB,
  classC,
  corrected,
  documentTyped,
  exempt,
  exported,
  exportedServices,
  inDollars,
  type Json,
  line,
  note,
  outsideScope,
  overTheCounter,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';

const cae = '76471234567890';
const authorised = (data: unknown): Invoice => ({ ...build(data), code: '12' });
const sale = (data: unknown) => saleOf(authorised(data) as unknown as Json, cae);

/** The published layout: name and length of each field, in order (docs/authority.md#vat-book). */
const voucherLayout = {
  date: 8,
  type: 3,
  pointOfSale: 5,
  number: 20,
  lastNumber: 20,
  identityType: 2,
  identity: 20,
  name: 30,
  total: 15,
  notTaxed: 15,
  uncategorised: 15,
  exempt: 15,
  national: 15,
  grossIncome: 15,
  municipal: 15,
  internal: 15,
  currency: 3,
  rate: 10,
  rates: 1,
  operation: 1,
  other: 15,
  due: 8,
};
const rateLayout = { type: 3, pointOfSale: 5, number: 20, net: 15, code: 4, vat: 15 };

function readRecord<Layout extends Record<string, number>>(record: Buffer, layout: Layout) {
  const length = Object.values(layout).reduce((sum, each) => sum + each, 0);
  expect(record.length).toBe(length);
  let at = 0;
  return Object.fromEntries(
    Object.entries(layout).map(([name, size]) => {
      at += size;
      return [name, record.toString('latin1', at - size, at)];
    }),
  ) as Record<keyof Layout, string>;
}

const amountOf = (field: string): Big => {
  expect(field).toMatch(/^\d{15}$/);
  return new Big(field).div(100);
};

/** Records as bytes, without their line ends, which must be CRLF. */
function recordsIn(file: Buffer): Buffer[] {
  const text = file.toString('latin1');
  if (text === '') return [];
  expect(text.endsWith('\r\n')).toBe(true);
  return text
    .slice(0, -2)
    .split('\r\n')
    .map((record) => Buffer.from(record, 'latin1'));
}

const rateOfCode: Record<string, string> = {
  '0003': '0',
  '0004': '0.105',
  '0005': '0.21',
  '0006': '0.27',
  '0008': '0.05',
  '0009': '0.025',
};

function recordsOf(sold: ReturnType<typeof sale>) {
  const records = vatBookRecords(sold);
  if (!records) throw new Error('the sale has no records');
  return records;
}

/** Reads a document's records as ARCA does when they are imported, and checks what it checks. */
function readBook(data: unknown) {
  const records = recordsOf(sale(data));
  const [record = Buffer.alloc(0), ...more] = recordsIn(vatBookBytes([records.voucher]));
  expect(more).toEqual([]);
  const voucher = readRecord(record, voucherLayout);
  const rates = recordsIn(vatBookBytes(records.rates)).map((each) => readRecord(each, rateLayout));
  for (const { type, pointOfSale, number } of rates) {
    expect([type, pointOfSale, number]).toEqual([voucher.type, voucher.pointOfSale, voucher.number]);
  }
  expect(voucher.lastNumber).toBe(voucher.number);
  expect(Number(voucher.rates)).toBe(rates.length);
  expect(new Set(rates.map(({ code }) => code)).size).toBe(rates.length);
  for (const { net, code, vat: tax } of rates) {
    expect(Object.keys(rateOfCode)).toContain(code);
    const exact = amountOf(net).times(rateOfCode[code] ?? 'NaN');
    expect(amountOf(tax).minus(exact).abs().lte('0.01')).toBe(true);
  }
  const hasVat = rates.some(({ code }) => code !== '0003');
  if (hasVat) expect(voucher.operation).toBe(' ');
  expect(' ENXZ').toContain(voucher.operation);
  const isClassC = ['011', '012', '013', '015', '211', '212', '213'].includes(voucher.type);
  expect(rates.length === 0).toBe(isClassC);
  const {
    notTaxed,
    uncategorised,
    exempt: exemptSale,
    national,
    grossIncome,
    municipal,
    internal,
    other,
  } = voucher;
  const others = [uncategorised, national, grossIncome, municipal, internal, other].map(amountOf);
  const parts = [notTaxed, exemptSale].map(amountOf);
  const taxed = rates.flatMap(({ net, vat: tax }) => [amountOf(net), amountOf(tax)]);
  const sum = [...others, ...parts, ...taxed].reduce((total, each) => total.plus(each), new Big(0));
  if (!isClassC) expect(sum.toFixed(2)).toBe(amountOf(voucher.total).toFixed(2));
  return { voucher, rates };
}

const everyRate = [
  line('100.00', { taxes: [{ cat: 'VAT', percent: '0%' }] }),
  line('33.33', { taxes: [{ cat: 'VAT', percent: '2.5%' }] }),
  line('66.67', { taxes: [{ cat: 'VAT', percent: '5%' }] }),
  line('77.77', { taxes: vat('reduced') }),
  line('1234.56'),
  line('999.99', { taxes: vat('increased') }),
  line('50.00', { taxes: exempt }),
  line('25.00', { taxes: outsideScope }),
];
const taxOfType = (type: string, amount: string): Json =>
  perception({ percent: undefined, amount, reason: 'Tributo', ext: { 'ar-arca-tax-type': type } });
const everyTax = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '99'].map((type, index) =>
  taxOfType(type, `${index + 1}.01`),
);
const fce: Json = classA({
  $tags: ['fce'],
  payment: {
    terms: { due_dates: [{ date: '2026-12-20' }] },
    instructions: {
      credit_transfer: [{ number: '0110599520000001235579' }],
      ext: { 'ar-arca-transfer-system': 'SCA' },
    },
  },
});

const documents: Record<string, unknown> = {
  'an invoice A': classA(),
  'an invoice A with every rate': classA({ lines: everyRate }),
  'an invoice A with every other tax': classA({ lines: everyRate, charges: everyTax }),
  'an invoice A with the legend, once class M': classA(documentTyped('51')),
  'a credit note A': note('credit-note'),
  'a debit note A': note('debit-note'),
  'an invoice B': classB({ lines: everyRate }),
  'an invoice B over the counter': overTheCounter(),
  'a credit note B': classB({
    type: 'credit-note',
    preceding: [corrected({ ext: { 'ar-arca-doc-type': '6' } })],
  }),
  'an invoice C': classC({ charges: [taxOfType('7', '10.00')] }),
  'a credit note C': classC({
    type: 'credit-note',
    preceding: [corrected({ ext: { 'ar-arca-doc-type': '11' } })],
  }),
  'a wholly exempt invoice': classA({ lines: [line('10.00', { taxes: exempt })] }),
  'a wholly untaxed invoice': classA({ lines: [line('10.00', { taxes: outsideScope })] }),
  'an invoice at the rate 0': classA({ lines: [line('10.00', { taxes: [{ cat: 'VAT', percent: '0%' }] })] }),
  'an invoice of services': services(),
  'an invoice in dollars': inDollars({ lines: everyRate, charges: [taxOfType('7', '10.00')] }),
  'an export of goods': exported(),
  'an export of services': exportedServices(),
  'a credit invoice (FCE)': fce,
};

describe('the records of the VAT book', () => {
  it.each(Object.entries(documents))('of %s are as published and add up to its total', (_, data) => {
    const { voucher } = readBook(data);
    const { totals, issue_date: date } = authorised(data);
    expect(amountOf(voucher.total).toFixed(2)).toBe(totals.payable);
    expect(voucher.date).toBe(date.replaceAll('-', ''));
    expect(voucher.number).toBe('00000000000000000012');
    expect(voucher.due).toBe('00000000');
  });

  it.each([
    ['a wholly exempt invoice', 'E'],
    ['a wholly untaxed invoice', 'N'],
    ['an invoice at the rate 0', 'E'],
    ['an export of goods', 'X'],
    ['an invoice A with every rate', ' '],
    ['an invoice C', ' '],
  ])('of %s have the operation code «%s»', (name, code) => {
    expect(readBook(documents[name]).voucher.operation).toBe(code);
  });

  it('have an exempt sale to the free zone as an export to it', () => {
    const customer = {
      name: 'Ushuaia S.A.',
      tax_id: { country: 'AR', code: '30712345671' },
      ext: { 'ar-arca-vat-status': '10' },
    };
    const data = classB({ customer, lines: [line('10.00', { taxes: exempt })] });
    expect(readBook(data).voucher.operation).toBe('Z');
  });

  it('sort the other taxes by the authority’s type', () => {
    const { voucher } = readBook(documents['an invoice A with every other tax']);
    expect(voucher).toMatchObject({
      national: '000000000001603',
      grossIncome: '000000000001202',
      municipal: '000000000001102',
      internal: '000000000000401',
      other: '000000000001202',
      uncategorised: '000000000000000',
    });
  });

  it('have amounts in the document’s currency, with its rate', () => {
    expect(readBook(inDollars()).voucher).toMatchObject({
      total: '000000000121000',
      currency: 'DOL',
      rate: '1450500000',
    });
    expect(readBook(classA()).voucher).toMatchObject({ currency: 'PES', rate: '0001000000' });
  });

  it('are missing while the authority has not returned the exchange rate', () => {
    expect(vatBookRecords({ ...sale(inDollars()), rate: undefined })).toBeUndefined();
  });

  it('identify a customer abroad by the CUIT of its country, and nobody as a final consumer', () => {
    expect(readBook(exported()).voucher).toMatchObject({ identityType: '80', identity: /^0{9}5\d{10}$/ });
    expect(readBook(overTheCounter()).voucher).toMatchObject({
      identityType: '99',
      identity: '0'.repeat(20),
      name: 'CONSUMIDOR FINAL'.padEnd(30),
    });
  });

  it.each([
    ['Latin letters', 'Panadería «La Ñusta» S.A.', 'Panadería «La Ñusta» S.A.'],
    ['other letters', 'Łódź – Ő\u202e\r\n東京', '?ódz - O ??'],
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(30)],
  ])('have a name of one byte for each of 30 characters: %s', (_, name, written) => {
    const invoice = sale(classA());
    const records = recordsOf({ ...invoice, customer: { ...invoice.customer, name } });
    const [record = Buffer.alloc(0)] = recordsIn(vatBookBytes([records.voucher]));
    expect(readRecord(record, voucherLayout).name).toBe(written.padEnd(30));
  });
});

describe('a sale in pesos', () => {
  test.each(Object.entries(documents))('of %s adds up, and in pesos is the document itself', (_, data) => {
    const original = sale(data);
    const pesos = inPesos(original);
    const { totals } = authorised(data);
    const parts = [
      ...(pesos?.vat ?? []).flatMap(({ net, vat: tax }) => [net, tax]),
      ...(pesos?.otherTaxes ?? []).map(({ amount }) => amount),
      ...(pesos ? [pesos.withoutVat, pesos.notTaxed, pesos.exempt] : []),
    ];
    const sum = parts.reduce((total, each) => total.plus(each), new Big(0));
    expect(sum.toFixed(2)).toBe(pesos?.total.toFixed(2));
    const exact = new Big(totals.payable).times(original.rate ?? 1);
    expect(pesos?.total.minus(exact).abs().lte(new Big('0.005').times(parts.length))).toBe(true);
    expect(original.total.toFixed(2)).toBe(totals.payable);
  });

  it('is unknown without an exchange rate', () => {
    expect(inPesos({ ...sale(inDollars()), rate: undefined })).toBeUndefined();
  });

  it('is negative for credit notes alone', () => {
    expect([sale(note('credit-note')), sale(note('debit-note')), sale(classA())].map(signOf)).toEqual([
      -1, 1, 1,
    ]);
  });
});
