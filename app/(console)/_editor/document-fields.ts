import { foreignCurrencies, knownCurrencies } from '#lib/documents/invoice/currencies.ts';
import { isObject } from '#lib/documents/json.ts';
import { invoiceSchema, partySchema } from '#lib/documents/schema-addresses.ts';
import { type Path, valueAt, writeText } from './json-path.ts';

/** Shape of a field's value. `list`: of objects; `words`: of texts. */
type Shape = 'text' | 'object' | 'list' | 'words';

export interface Field {
  name: string;
  shape: Shape;
  values?: readonly string[];
}

const field = (name: string, shape: Shape = 'text', ...values: string[]): Field => ({
  name,
  shape,
  values,
});

const party = [
  field('$schema', 'text', partySchema),
  field('name'),
  field('tax_id', 'object'),
  field('alias'),
  field('label'),
  field('emails', 'list'),
  field('telephones', 'list'),
  field('addresses', 'list'),
  field('websites', 'list'),
  field('people', 'list'),
  field('identities', 'list'),
  field('inboxes', 'list'),
  field('registration', 'object'),
  field('ext', 'object'),
  field('meta', 'object'),
];
const address = ['street', 'num', 'locality', 'region', 'code'].map((name) => field(name));

/** Fields of GOBL's org/party by the path of their object; `[]` stands for an index. */
const partyFields: Record<string, readonly Field[]> = {
  '': party,
  tax_id: [field('country', 'text', 'AR'), field('code'), field('scheme')],
  'emails.[]': [field('addr'), field('label')],
  'telephones.[]': [field('num'), field('label')],
  'addresses.[]': [...address, field('country', 'text', 'AR')],
  'websites.[]': [field('url'), field('label')],
  'identities.[]': [field('type'), field('code'), field('country', 'text', 'AR')],
  registration: [field('capital'), field('currency', 'text', 'ARS'), field('office'), field('other')],
};

/** Fields of a party embedded in another document, where it has no `$schema`. */
const partyFieldsBelow = (place: string): Record<string, readonly Field[]> =>
  Object.fromEntries(
    Object.entries(partyFields).map(([below, fields]) => [
      below ? `${place}.${below}` : place,
      fields.filter(({ name }) => name !== '$schema'),
    ]),
  );

const invoice = [
  field('$schema', 'text', invoiceSchema),
  field('$regime', 'text', 'AR'),
  field('$addons', 'words', 'ar-arca-v4'),
  field('$tags', 'words', 'monotax', 'export', 'fce'),
  field('type', 'text', 'standard', 'credit-note', 'debit-note'),
  field('series'),
  field('issue_date'),
  field('currency', 'text', ...knownCurrencies),
  field('exchange_rates', 'list'),
  field('preceding', 'list'),
  field('tax', 'object'),
  field('supplier', 'object'),
  field('customer', 'object'),
  field('lines', 'list'),
  field('discounts', 'list'),
  field('charges', 'list'),
  field('ordering', 'object'),
  field('payment', 'object'),
  field('delivery', 'object'),
  field('notes', 'list'),
  field('totals', 'object'),
];
const taxes = [
  field('cat', 'text', 'VAT'),
  field('rate', 'text', 'general', 'reduced', 'increased'),
  field('percent'),
  field('key', 'text', 'zero', 'exempt', 'outside-scope'),
];
const adjustment = [field('key'), field('reason'), field('percent'), field('amount'), field('taxes', 'list')];
const period = [field('start'), field('end')];

/** Fields of GOBL's bill/invoice that Alta reads, by the path of their object. */
const invoiceFields: Record<string, readonly Field[]> = {
  '': invoice,
  ...partyFieldsBelow('supplier'),
  ...partyFieldsBelow('customer'),
  'exchange_rates.[]': [
    field('from', 'text', ...foreignCurrencies),
    field('to', 'text', 'ARS'),
    field('amount'),
  ],
  'preceding.[]': [
    field('series'),
    field('code'),
    field('issue_date'),
    field('period', 'object'),
    field('reason'),
    field('ext', 'object'),
  ],
  tax: [field('prices_include', 'text', 'VAT'), field('ext', 'object')],
  'lines.[]': [
    field('i'),
    field('quantity'),
    field('item', 'object'),
    field('sum'),
    field('discounts', 'list'),
    field('charges', 'list'),
    field('taxes', 'list'),
    field('total'),
  ],
  'lines.[].item': [
    field('ref'),
    field('key', 'text', 'goods'),
    field('name'),
    field('description'),
    field('price'),
    field('unit'),
  ],
  'lines.[].taxes.[]': taxes,
  'lines.[].discounts.[]': adjustment,
  'lines.[].charges.[]': adjustment,
  'discounts.[]': adjustment,
  'discounts.[].taxes.[]': taxes,
  'charges.[]': adjustment,
  'charges.[].taxes.[]': taxes,
  ordering: [field('period', 'object')],
  'ordering.period': period,
  payment: [field('terms', 'object')],
  'payment.terms': [field('detail'), field('due_dates', 'list')],
  'payment.terms.due_dates.[]': [field('date'), field('amount'), field('percent')],
  delivery: [field('identities', 'list')],
  'delivery.identities.[]': [field('key', 'text', 'export-permit'), field('code'), field('country')],
  'notes.[]': [field('key'), field('text')],
};

/** Fields of an object in a document, in the usual order. */
export type FieldsAt = (path: Path) => readonly Field[];

const placeOf = (path: Path) => path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.');

const fieldsIn =
  (byPlace: Record<string, readonly Field[]>): FieldsAt =>
  (path) =>
    byPlace[placeOf(path)] ?? [];

export const fieldsOfParty = fieldsIn(partyFields);
const fieldsOfInvoice = fieldsIn(invoiceFields);

export const fieldsOfFolder = (folder: string): FieldsAt =>
  folder === 'invoices' ? fieldsOfInvoice : fieldsOfParty;

const fieldsOfSchema = (schema: unknown): FieldsAt =>
  typeof schema === 'string' && schema.endsWith('/bill/invoice') ? fieldsOfInvoice : fieldsOfParty;

/**
 * A stored document in the usual field order, because the database reorders members. Two versions of a
 * document then differ only in the changed lines.
 */
export const textOfDocument = (doc: unknown): string =>
  writeText(inOrder(doc, [], fieldsOfSchema(valueAt(doc, ['$schema']))));

function inOrder(value: unknown, path: Path, fieldsAt: FieldsAt): unknown {
  if (Array.isArray(value)) return value.map((item, index) => inOrder(item, [...path, index], fieldsAt));
  if (!isObject(value)) return value;
  const known = fieldsAt(path).map(({ name }) => name);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => place(a) - place(b))
      .map(([name, member]) => [name, inOrder(member, [...path, name], fieldsAt)]),
  );
}
