import { buildInvoice, type Invoice } from '#lib/documents/invoice/invoice.ts';
import { AltaError, type Fault } from '#lib/errors.ts';

/** A Friday at noon in Buenos Aires. */
export const now = new Date('2026-11-20T15:00:00Z');

export type Json = Record<string, unknown>;

const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30123456781' } };
export const supplierOfStatus = (status: string) => ({ ...supplier, ext: { 'ar-arca-vat-status': status } });
const company = { name: 'Almacén del Sur S.R.L.', tax_id: { country: 'AR', code: '30712345671' } };
const person = {
  name: 'Juana Pérez',
  identities: [{ code: '12345678', ext: { 'ar-arca-identity-type': '96' } }],
};

export const vat = (rate = 'general') => [{ cat: 'VAT', rate }];
export const exempt = [{ cat: 'VAT', key: 'exempt' }];
export const outsideScope = [{ cat: 'VAT', key: 'outside-scope' }];

export const abroad = { name: 'Padaria Ltda.', tax_id: { country: 'BR', code: '11222333000181' } };
export const documentTyped = (code: string): Json => ({ tax: { ext: { 'ar-arca-doc-type': code } } });

/** A line of goods, or of services if `key` is undefined. */
export const line = (price: unknown, more: Json = {}): Json => ({
  quantity: '1',
  item: { name: 'Facturas surtidas', key: 'goods', price },
  taxes: vat(),
  ...more,
});

/** The smallest valid invoice of each kind; `more` replaces its fields. */
export const classA = (more: Json = {}): Json => ({
  series: '3',
  supplier,
  customer: company,
  lines: [line('1000.00')],
  ...more,
});
export const classB = (more: Json = {}): Json => classA({ customer: person, ...more });
export const overTheCounter = (more: Json = {}): Json => {
  const { customer: _, ...rest } = classA(more);
  return rest;
};
export const classC = (more: Json = {}): Json =>
  classA({ $tags: ['monotax'], lines: [line('1000.00', { taxes: undefined })], ...more });
/** An export of goods to Brazil, in dollars. */
export const exported = (more: Json = {}): Json => ({
  $tags: ['export'],
  series: '5',
  supplier,
  customer: {
    ...abroad,
    addresses: [{ street: 'Rua Augusta', num: '100', locality: 'São Paulo', country: 'BR' }],
  },
  currency: 'USD',
  exchange_rates: [{ from: 'USD', to: 'ARS', amount: '1450.5' }],
  tax: { ext: { 'ar-arca-incoterms': 'FOB' } },
  lines: [line('10.00', { quantity: '3', taxes: undefined })],
  payment: { terms: { detail: 'Transferencia a 30 días' } },
  ...more,
});
export const exportedServices = (more: Json = {}): Json =>
  exported({
    tax: undefined,
    lines: [{ quantity: '12', item: { name: 'Consultoría', price: '50.00', unit: 'h' } }],
    payment: { terms: { detail: 'Transferencia', due_dates: [{ date: '2026-12-10' }] } },
    ...more,
  });
export const services = (more: Json = {}): Json =>
  classA({
    lines: [line('1000.00', { item: { name: 'Abono de octubre', price: '1000.00' } })],
    ordering: { period: { start: '2026-10-01', end: '2026-10-31' } },
    payment: { terms: { due_dates: [{ date: '2026-12-10', amount: '1210.00' }] } },
    ...more,
  });
export const note = (type: 'credit-note' | 'debit-note', more: Json = {}): Json =>
  classA({ type, preceding: [corrected()], ...more });
export const corrected = (more: Json = {}): Json => ({
  series: '3',
  code: '123',
  issue_date: '2026-11-10',
  ext: { 'ar-arca-doc-type': '1' },
  ...more,
});
export const inDollars = (more: Json = {}): Json =>
  classA({
    currency: 'USD',
    exchange_rates: [{ from: 'USD', to: 'ARS', amount: '1450.5' }],
    ...more,
  });
export const perception = (more: Json = {}): Json => ({
  key: 'tax',
  percent: '3.5%',
  reason: 'Percepción IIBB',
  ext: { 'ar-arca-tax-type': '7' },
  ...more,
});

export const build = (data: unknown): Invoice => buildInvoice(data, { now });

/** Faults for which an invoice is refused; none if it is valid. Any other error is a defect. */
export function faultsOf(data: unknown, at: Date = now): Fault[] {
  try {
    buildInvoice(data, { now: at });
    return [];
  } catch (error) {
    if (error instanceof AltaError && error.key === 'validation') return error.faults;
    throw error;
  }
}

/** The same as pairs of code and path. */
export const codesAndPaths = (data: unknown): string[][] =>
  faultsOf(data).map(({ code, paths }) => [code, ...(paths ?? [])]);

export const gobl = (number: string) => `GOBL-AR-ARCA-BILL-INVOICE-${number}`;
