import { itemsOf, membersOf, textOf } from '#lib/documents/json.ts';
import type { Document } from '../envelope.ts';
import { documentClasses, documentType } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';

export const issuerGaps = ['issuer-address', 'gross-income', 'activity-since'] as const;
export type IssuerGap = (typeof issuerGaps)[number];
export const paperGaps = [...issuerGaps, 'customer-address'] as const;

/** Data required in the PDF (RG 1415, annex II) that a document lacks. The authority accepts it anyway. */
export interface PaperGap {
  gap: (typeof paperGaps)[number];
  path: (string | number)[];
}

/**
 * Data missing in the PDF of a built invoice. A customer needs an address only in class A, or if it has a tax id.
 */
export function paperGapsOf(doc: Document): PaperGap[] {
  const [supplier, customer] = [membersOf(doc.supplier), membersOf(doc.customer)];
  const type = documentType(textOf(membersOf(membersOf(doc.tax).ext)[documentTypeExtension]));
  const hasCuit = type !== undefined && documentClasses[type.letter].receiver.identifiedBy === 'cuit';
  const isNamed = doc.customer !== undefined && (hasCuit || customer.tax_id !== undefined);
  return [
    ...issuerGapsOf(supplier).map(({ gap, path }) => ({ gap, path: ['supplier', ...path] })),
    ...(isNamed && !hasStreet(customer)
      ? [{ gap: 'customer-address' as const, path: ['customer', 'addresses', 0, 'street'] }]
      : []),
  ];
}

/** Data of an issuer missing in the PDFs of all its invoices. */
export function issuerGapsOf(party: Record<string, unknown>): (PaperGap & { gap: IssuerGap })[] {
  const country = membersOf(party.tax_id).country;
  if (country !== undefined && country !== 'AR') return [];
  const gaps: ((PaperGap & { gap: IssuerGap }) | false)[] = [
    !hasStreet(party) && { gap: 'issuer-address', path: ['addresses', 0, 'street'] },
    !grossIncomeIn(party) && { gap: 'gross-income', path: ['identities', grossIncomePlace(party), 'code'] },
    !textOf(membersOf(party.registration).other) && {
      gap: 'activity-since',
      path: ['registration', 'other'],
    },
  ];
  return gaps.filter((gap) => gap !== false);
}

/** Gross income registration number. GOBL has no field for it: it is an identity named by its key, type or label. */
export function grossIncomeIn(party: { identities?: unknown }): string | undefined {
  const found = itemsOf(party.identities)[grossIncomePlace(party)];
  return textOf(membersOf(found).code) || undefined;
}

/** Index of the gross income identity; the next free index if there is none. */
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
