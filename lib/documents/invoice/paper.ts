import type { FaultCode, FaultParams } from '#lib/errors.ts';
import type { Document } from '../envelope.ts';
import { documentClasses, documentType } from './document-types.ts';
import { documentTypeExtension } from './extensions.ts';

/** Data required in the PDF (RG 1415, annex II) that a document lacks. The authority accepts it anyway. */
export interface PaperGap {
  gap: 'issuer-address' | 'gross-income' | 'activity-since' | 'customer-address';
  path: (string | number)[];
}

/** Data missing in the PDF of a built invoice. In sales over the counter no address is required. */
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

/** Gross income registration. GOBL has no field for it: an identity whose key, type or label names it. */
export function grossIncomeIn(party: { identities?: unknown }): string | undefined {
  const found = itemsOf(party.identities)[grossIncomePlace(party)];
  return textOf(membersOf(found).code) || undefined;
}

/** Index of that identity; the next free one if there is none. */
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

/** A party, or the taxes of an invoice: both have codes (`ext`) and GOBL's place for other data (`meta`). */
interface Coded {
  ext?: Record<string, string> | undefined;
  meta?: Record<string, string> | undefined;
}

export const markOf = (extension: string) => `assumed-${extension}`;

/**
 * Whether the code was derived instead of given: then `meta` repeats it as `assumed-…`. The mark is part of
 * the document, so it moves with it; it is compared, so that a code written over it counts as given.
 */
export const isAssumed = (coded: Coded | undefined, extension: string): boolean => {
  const code = coded?.ext?.[extension];
  return code !== undefined && code === coded?.meta?.[markOf(extension)];
};

/** Code given by the sender; undefined if an earlier build assumed it, so that it is derived anew. */
export const givenCode = (coded: Coded | undefined, extension: string): string | undefined =>
  isAssumed(coded, extension) ? undefined : coded?.ext?.[extension];

/** The codes with the given code, or else with the assumed one and its mark. */
export function withCode(
  { ext, meta }: Coded,
  extension: string,
  { given, assumed }: { given: string | undefined; assumed: string },
): Coded {
  const { [markOf(extension)]: _, ...others } = meta ?? {};
  const marked = given === undefined ? { ...others, [markOf(extension)]: assumed } : others;
  return {
    ext: { ...ext, [extension]: given ?? assumed },
    meta: Object.keys(marked).length > 0 ? marked : undefined,
  };
}

/** A broken rule: a fault of the document before its path is turned into a JSON path. */
export interface Broken {
  code: FaultCode;
  path: (string | number)[];
  /** Follows the field's name: `is required`. */
  message: string;
  /** Parameters of its text in messages/faults.*.json. */
  params?: FaultParams | undefined;
}

/** Rules of the addon, by GOBL's numbers. */
export const goblRule = <Number extends string>(number: Number) =>
  `GOBL-AR-ARCA-BILL-INVOICE-${number}` as const;

/** The authority's code for a document that breaks this rule (manual of WSFEv1, FECAESolicitar). */
export const arcaRule = (number: number) => `ARCA-${number}` as const;

export const broken = (
  code: FaultCode,
  path: (string | number)[],
  message: string,
  params?: FaultParams,
): Broken => ({ code, path, message, params });

export const tooLargeMessage = 'is too large: the authority takes 13 digits before the point';
export const tooLarge = (path: (string | number)[]): Broken =>
  broken('amount-too-large', path, tooLargeMessage);
