import fc from 'fast-check';
import { sold, withoutVat } from './any-invoice.ts';
import {
  classA,
  classB,
  classC,
  exported,
  exportedServices,
  type Json,
  note,
  now,
  overTheCounter,
} from './invoices.ts';

/** A day near that of sending, more often allowed than not. */
const day = (least: number, most: number) =>
  fc
    .integer({ min: least, max: most })
    .map((days) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10));
const issued = fc.oneof({ weight: 3, arbitrary: day(-3, 0) }, day(-12, 12));
const due = fc.oneof({ weight: 3, arbitrary: day(5, 60) }, day(-12, 60));
const maybe = <T>(value: fc.Arbitrary<T>, nil: T | undefined = undefined) =>
  fc.option(value, { nil, freq: 6 });

/** In pesos, at the simulator's rate, or at the authority's own. */
const currency = fc.constantFrom<Json>(
  {},
  {},
  { currency: 'USD', exchange_rates: [{ from: 'USD', to: 'ARS', amount: '1450' }] },
  { currency: 'USD', ext: { 'ar-arca-same-currency': 'S' } },
  { currency: 'USD' },
);

const items = fc.constantFrom('goods', 'services', 'both');
const keyed = (lines: unknown, kind: string) =>
  (lines as { item: Json }[]).map(({ item, ...line }, index) => {
    const { key: _, ...unkeyed } = item;
    const isGoods = kind === 'goods' || (kind === 'both' && index % 2 === 0);
    return { ...line, item: isGoods ? item : unkeyed };
  });

const account = {
  credit_transfer: [{ number: '0110599520000001235579' }],
  ext: { 'ar-arca-transfer-system': 'SCA' },
};
const exempt = {
  name: 'Fundación Río',
  tax_id: { country: 'AR', code: '30712345671' },
  ext: { 'ar-arca-vat-status': '4' },
};
const known = { name: 'Almacén del Sur S.R.L.', tax_id: { country: 'AR', code: '30712345671' } };
const corrects = (code: string, series: string, issueDate: string | undefined): Json => ({
  preceding: [{ series, code: '7', issue_date: issueDate, ext: { 'ar-arca-doc-type': code } }],
});
const noteTypes = fc.constantFrom<'credit-note' | 'debit-note'>('credit-note', 'debit-note');

const parts = fc.record({
  data: sold,
  kind: items,
  date: issued,
  dueDate: maybe(due),
  currency,
  period: maybe(
    fc.tuple(day(-60, 5), day(-60, 5)).map((days) => {
      const [start, end] = days.toSorted();
      return { start, end };
    }),
  ),
  correctedOn: maybe(day(-30, 3)),
  type: noteTypes,
});
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

function documentOf({ data, kind, date, dueDate, currency: paid, period }: Parts): Json {
  const { ext, ...money } = paid;
  const terms = { terms: { ...(dueDate ? { due_dates: [{ date: dueDate }] } : {}) } };
  return {
    ...data,
    lines: keyed(data.lines, kind),
    ...money,
    tax: { ...data.tax, ...(ext ? { ext } : {}) },
    issue_date: date,
    ...(kind !== 'goods' && period ? { ordering: { period } } : {}),
    ...(kind !== 'goods' && dueDate ? { payment: terms } : {}),
  };
}

const without = (data: Json, ...names: string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
const plain = (data: Json): Json => ({ ...data, ...withoutVat(data) });

/** A credit invoice names each tax (10042). */
const named = (data: Json): Json => ({
  ...data,
  charges: (data.charges as Json[]).map((charge) => ({ reason: 'Percepción', ...charge })),
});

function creditInvoiceOf(of: Parts): Json {
  const { dueDate } = of;
  const terms = dueDate ? { terms: { due_dates: [{ date: dueDate }] } } : {};
  return { ...named(documentOf(of)), payment: { ...terms, instructions: account } };
}

function exportOf(of: Parts): Json {
  const data = plain(documentOf(of));
  const ext = { ...(data.tax as { ext?: Json } | undefined)?.ext };
  const isGoods = of.kind === 'goods';
  return {
    ...without(data, 'ordering'),
    currency: data.currency ?? 'ARS',
    exchange_rates: data.exchange_rates,
    charges: (data.charges as Json[]).filter(({ key }) => key !== 'tax'),
    tax: { ext: { ...ext, ...(isGoods ? { 'ar-arca-incoterms': 'FOB' } : {}) } },
    payment: {
      terms: { detail: 'Transferencia', ...(of.dueDate ? { due_dates: [{ date: of.dueDate }] } : {}) },
    },
  };
}

function exportNoteOf(of: Parts): Json {
  const corrected = of.type === 'debit-note' ? '19' : '20';
  return {
    ...without(exportOf(of), 'payment'),
    type: of.type,
    ...corrects(corrected, '5', of.correctedOn),
  };
}

/** How each class of documents is made of these parts. */
const makers: Record<string, (of: Parts) => Json> = {
  A: (of) => classA(documentOf(of)),
  B: (of) => classB(documentOf(of)),
  'B, to nobody': (of) => overTheCounter(documentOf(of)),
  'B, to a name': (of) => classB({ ...documentOf(of), customer: { name: 'Juana' } }),
  C: (of) => classC({ ...plain(documentOf(of)), customer: known }),
  'C, to nobody': (of) => ({ ...overTheCounter(plain(documentOf(of))), $tags: ['monotax'] }),
  note: (of) => note(of.type, documentOf(of)),
  'note of a period': (of) =>
    note(of.type, {
      ...documentOf(of),
      preceding: [{ period: of.period ?? { start: of.date, end: of.date } }],
    }),
  'FCE A': (of) => classA({ ...creditInvoiceOf(of), $tags: ['fce'] }),
  'FCE B': (of) => classA({ ...creditInvoiceOf(of), customer: exempt, $tags: ['fce'] }),
  'FCE C': (of) => classC({ ...plain(creditInvoiceOf(of)), customer: known, $tags: ['monotax', 'fce'] }),
  'FCE note': (of) =>
    classA({
      ...without(named(documentOf(of)), 'payment'),
      type: of.type,
      ...corrects('201', '3', of.correctedOn),
    }),
  'E, goods': (of) => exported(exportOf({ ...of, kind: 'goods' })),
  'E, services': (of) => exportedServices(exportOf({ ...of, kind: 'services' })),
  'E, both': (of) => exported(exportOf({ ...of, kind: 'both' })),
  'E, note': (of) => exported(exportNoteOf(of)),
};

export const documentKinds = Object.keys(makers);

/** A document of any class with the name of its kind. It may still be refused. */
export const anyDocument = fc
  .tuple(fc.constantFrom(...documentKinds), parts)
  .map(([kind, of]) => ({ kind, document: makers[kind]?.(of) ?? {} }));
