import { invoiceFields } from './invoice-fields.ts';
import type { Path } from './json-path.ts';
import { type Field, partyFields } from './party-fields.ts';

/** The fields of an object in a document, in the order in which people write them. */
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

/** By its `$schema`. */
export const fieldsOfSchema = (schema: unknown): FieldsAt =>
  typeof schema === 'string' && schema.endsWith('/bill/invoice') ? fieldsOfInvoice : fieldsOfParty;
