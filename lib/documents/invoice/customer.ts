import { isValidCuit } from '../cuit.ts';
import type { Party } from '../party.ts';

export type Customer = Omit<Party, '$schema'>;

/** Responsable inscripto, and the three kinds of monotributo: with these a registered supplier deals by class A. */
const statusesOfClassA = new Set(['1', '6', '13', '16']);
/** CondicionIVAReceptorId (docs/authority.md#vat-status-of-the-customer). 8 and 9: suppliers and customers abroad. */
const knownStatuses = new Set([...statusesOfClassA, '4', '5', '7', '8', '9', '10', '15']);

const finalConsumer = '5';

export const vatStatusExtension = 'ar-arca-vat-status';
export const identityTypeExtension = 'ar-arca-identity-type';

export const isKnownStatus = (status: string): boolean => knownStatuses.has(status);
export const isClassAStatus = (status: string): boolean => statusesOfClassA.has(status);

/** What the customer is for the VAT. No customer is a final consumer. */
export const vatStatusOf = (customer: Customer | undefined): string =>
  customer?.ext?.[vatStatusExtension] ?? assumedVatStatus(customer);

/** What the tax id suggests, as GOBL has it. It is no more than that: who is exempt has a CUIT too. */
export function assumedVatStatus(customer: Customer | undefined): string {
  if (!customer?.tax_id) return finalConsumer;
  return customer.tax_id.country === 'AR' ? '1' : '9';
}

/** How the authority is told who the customer is: the kind of paper and its number. */
export interface Identity {
  type: string;
  number: string;
  /** Where the invoice says it. */
  path: (string | number)[];
}

/** The authority has no type of paper for a foreign tax id, so without an identity beside it nobody is identified. */
const unidentified: Identity = { type: '99', number: '0', path: ['customer'] };

/** The CUIT that stands for all customers whom the authority has in no category. */
export const uncategorised = '23000000000';

export function identityOf(customer: Customer | undefined): Identity {
  if (customer?.tax_id?.country === 'AR') {
    return { type: '80', number: customer.tax_id.code, path: ['customer', 'tax_id', 'code'] };
  }
  const { index, type } = namedIdentity(customer);
  if (type === undefined || type === '99') return unidentified;
  const code = customer?.identities?.[index]?.code;
  const number = typeof code === 'string' ? code.replace(/[\s.-]/g, '') : '';
  return { type: Number(type).toString(), number, path: ['customer', 'identities', index, 'code'] };
}

/** The first identity that says of which type it is, and where it stands. */
export function namedIdentity(customer: Customer | undefined): { index: number; type: string | undefined } {
  const types = (customer?.identities ?? []).map(({ ext }) => identityTypeIn(ext));
  const index = types.findIndex((type) => type !== undefined);
  return { index, type: types[index] };
}

function identityTypeIn(ext: unknown): string | undefined {
  if (ext === null || typeof ext !== 'object') return undefined;
  const type = (ext as Record<string, unknown>)[identityTypeExtension];
  return typeof type === 'string' ? type : undefined;
}

/** CUIT, CUIL and CDI share one check digit. */
const withCheckDigit = new Set(['80', '86', '87']);
/** Identity cards of the provinces are 0 to 24 without 15; the rest are papers of the nation (FEParamGetTiposDoc). */
const nationalPapers = new Set(['80', '86', '87', '89', '90', '91', '92', '93', '94', '95', '96', '99']);

export const isKnownIdentityType = (type: string): boolean =>
  nationalPapers.has(type) || (/^\d{2}$/.test(type) && Number(type) <= 24 && type !== '15');

/** Why this number can not be one of its type, going on from the field's name; undefined when it can. */
export function whyNotIdentity({ type, number }: Identity): string | undefined {
  if (withCheckDigit.has(type)) {
    return isValidCuit(number)
      ? undefined
      : 'is not a valid CUIT, CUIL or CDI: 11 digits with their check digit';
  }
  if (type === '96' && !/^\d{7,8}$/.test(number)) return 'must be a DNI of 7 or 8 digits';
  if (!/^\d{1,11}$/.test(number))
    return 'must be digits only, 11 at the most: the authority takes no letters here';
  return undefined;
}
