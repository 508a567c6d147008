import type { Document } from '../envelope.ts';
import { documentType } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';

/** What the paper has to have, and the document does not (RG 1415, annex II). The authority takes the invoice all the same. */
export interface PaperGap {
  gap: 'issuer-address' | 'gross-income' | 'activity-since' | 'customer-address';
  /** Where it goes. */
  path: (string | number)[];
}

/** Of an invoice that was built: what its PDF will lack. Over the counter nobody's address is asked for. */
export function paperGapsOf(doc: Document): PaperGap[] {
  const [supplier, customer] = [membersOf(doc.supplier), membersOf(doc.customer)];
  const type = documentType(textOf(membersOf(membersOf(doc.tax).ext)[documentTypeExtension]));
  const isNamed = doc.customer !== undefined && (type?.letter === 'A' || customer.tax_id !== undefined);
  return [
    ...issuerGapsOf(supplier).map(({ gap, path }) => ({ gap, path: ['supplier', ...path] })),
    ...(isNamed && !hasStreet(customer)
      ? [{ gap: 'customer-address' as const, path: ['customer', 'addresses', 0, 'street'] }]
      : []),
  ];
}

/** Of who issues: what the PDFs of all their invoices will lack. */
export function issuerGapsOf(party: Record<string, unknown>): PaperGap[] {
  const country = membersOf(party.tax_id).country;
  if (country !== undefined && country !== 'AR') return [];
  const gaps: (PaperGap | false)[] = [
    !hasStreet(party) && { gap: 'issuer-address', path: ['addresses', 0, 'street'] },
    !grossIncomeIn(party) && { gap: 'gross-income', path: ['identities', grossIncomePlace(party), 'code'] },
    !textOf(membersOf(party.registration).other) && {
      gap: 'activity-since',
      path: ['registration', 'other'],
    },
  ];
  return gaps.filter((gap) => gap !== false);
}

/** GOBL has no field for the gross income registration: an identity that says by key, type or label what it is. */
export function grossIncomeIn(party: { identities?: unknown }): string | undefined {
  const found = itemsOf(party.identities)[grossIncomePlace(party)];
  return textOf(membersOf(found).code) || undefined;
}

/** Where it stands among the identities, or would. */
export function grossIncomePlace({ identities }: { identities?: unknown }): number {
  const list = itemsOf(identities);
  const place = list.findIndex((identity) => {
    const { key, type, label } = membersOf(identity);
    return [key, type, label].some(isGrossIncome);
  });
  return place < 0 ? list.length : place;
}

const isGrossIncome = (text: unknown) =>
  typeof text === 'string' && /iibb|ingresos[ -]?brutos|gross-income/i.test(text);

function hasStreet({ addresses }: Record<string, unknown>): boolean {
  const { street, locality } = membersOf(itemsOf(addresses)[0]);
  return textOf(street) !== '' || textOf(locality) !== '';
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
