import { membersOf } from '#lib/documents/json.ts';
import { isValidCuit } from '../cuit.ts';
import type { Party } from '../party.ts';
import { markOf } from './assumed-codes.ts';
import { companyCuitOf, isCountryCuit } from './countries.ts';
import type { IssuerStatus } from './document-types.ts';

export type Customer = Omit<Party, '$schema'>;

export const finalConsumer = '5';
export const abroad = '9';
const withoutCategory = '7';

export const vatStatusExtension = 'ar-arca-vat-status';
export const identityTypeExtension = 'ar-arca-identity-type';

/** VAT status of a customer; a missing customer is a final consumer. */
export const vatStatusOf = (customer: Customer | undefined): string =>
  customer?.ext?.[vatStatusExtension] ?? assumedVatStatus(customer);

/** VAT status suggested by the tax id, as in GOBL. Only a guess: exempt customers have a CUIT too. */
export function assumedVatStatus(customer: Customer | undefined): string {
  const { number } = identityOf(customer);
  if (isCountryCuit(number)) return abroad;
  if (number === uncategorised) return withoutCategory;
  if (!customer?.tax_id) return finalConsumer;
  return customer.tax_id.country === 'AR' ? '1' : abroad;
}

/** The customer's identification for the authority: document type and number. */
export interface Identity {
  type: string;
  /** Digits. The authority accepts no letters, so those of a passport are left out. */
  number: string;
  /** As the customer writes it, for the paper: with the letters of a passport, or its own tax id if foreign. */
  printed: string;
  /** Path of the number in the invoice. */
  path: (string | number)[];
}

const unidentified: Identity = { type: '99', number: '0', printed: '', path: ['customer'] };

/** CUIT that stands for every customer without a VAT category. */
export const uncategorised = '23000000000';

/**
 * Identifies a customer by its CUIT, else by its first identity with a document type, else by the CUIT that
 * stands for the companies of its country.
 */
export function identityOf(customer: Customer | undefined): Identity {
  const taxId = customer?.tax_id;
  if (taxId?.country === 'AR') {
    const { code } = taxId;
    return { type: '80', number: code, printed: code, path: ['customer', 'tax_id', 'code'] };
  }
  const { index, type } = firstIdentity(customer);
  if (type !== undefined && type !== unidentified.type) {
    const code = customer?.identities?.[index]?.code;
    const printed = typeof code === 'string' ? code.replace(/[\s.-]/g, '') : '';
    const normalType = Number(type).toString();
    const number = lettersAllowed.has(normalType) ? printed.replace(/[A-Z]/gi, '') : printed;
    return { type: normalType, number, printed, path: ['customer', 'identities', index, 'code'] };
  }
  if (!taxId || type === unidentified.type) return unidentified;
  const number = companyCuitOf(taxId.country);
  return { type: '80', number, printed: taxId.code, path: ['customer', 'tax_id', 'country'] };
}

/** The first identity with a document type, and its index. */
export function firstIdentity(customer: Customer | undefined): { index: number; type: string | undefined } {
  const types = (customer?.identities ?? []).map(({ ext }) => identityTypeIn(ext));
  const index = types.findIndex((type) => type !== undefined);
  return { index, type: types[index] };
}

function identityTypeIn(ext: unknown): string | undefined {
  if (ext === null || typeof ext !== 'object') return undefined;
  const type = (ext as Record<string, unknown>)[identityTypeExtension];
  return typeof type === 'string' ? type : undefined;
}

/** Foreign identity card, passport. */
const lettersAllowed = new Set(['91', '94']);
/** CUIT, CUIL and CDI have the same check digit. */
const checkDigitTypes = new Set(['80', '86', '87']);
/** National documents. Provincial identity cards are 00 to 24 except 15 (FEParamGetTiposDoc). */
const nationalDocumentTypes = new Set([
  '80',
  '86',
  '87',
  '89',
  '90',
  '91',
  '92',
  '93',
  '94',
  '95',
  '96',
  '99',
]);

export const isKnownIdentityType = (type: string): boolean =>
  nationalDocumentTypes.has(type) || (/^\d{2}$/.test(type) && Number(type) <= 24 && type !== '15');

/** Reason why a number is invalid for its type, worded to follow the field's name; undefined if valid. */
export function identityFaultText({ type, number, printed }: Identity): string | undefined {
  if (checkDigitTypes.has(type)) {
    return isValidCuit(number) || isCountryCuit(number)
      ? undefined
      : 'is not a valid CUIT, CUIL or CDI: 11 digits with their check digit';
  }
  if (type === '96' && !/^\d{7,8}$/.test(number)) return 'must be a DNI of 7 or 8 digits';
  if (lettersAllowed.has(type)) {
    return /^\d{1,11}$/.test(number) && printed.length <= 20
      ? undefined
      : 'must have 1 to 11 digits, and may have letters';
  }
  if (!/^\d{1,11}$/.test(number)) return 'must be at most 11 digits: the authority accepts no letters here';
  return undefined;
}

/** VAT status of a stored document's customer, if it has one. */
export function customerStatusIn(doc: unknown): { code: string; isAssumed: boolean } | undefined {
  const { ext, meta } = membersOf(membersOf(doc).customer);
  const code = membersOf(ext)[vatStatusExtension];
  if (typeof code !== 'string') return undefined;
  return { code, isAssumed: code === membersOf(meta)[markOf(vatStatusExtension)] };
}

/** The document's VAT status code for a status of the taxpayers' register. */
export const codeOfStatus: Readonly<Record<IssuerStatus, string>> = {
  registered: '1',
  monotributo: '6',
  exempt: '4',
};

/** VAT status from the register, stored in the document with its taxpayer, evidence and time of reading. */
export interface RegisterStatus {
  code: string;
  /** CUIT it belongs to; invalid for any other customer. */
  of: string;
  evidence: string;
  /** ISO instant. */
  readAt: string;
}

/** Names in the customer's `meta`, GOBL's place for data without a field. */
const marks: Record<keyof RegisterStatus, string> = {
  code: `register-${vatStatusExtension}`,
  of: 'register-tax-code',
  evidence: 'register-evidence',
  readAt: 'register-read-at',
};

/** Register status that set the customer's current code, even if the customer's CUIT has changed since. */
function markIn(customer: Customer | undefined): RegisterStatus | undefined {
  const {
    [marks.code]: code,
    [marks.of]: of,
    [marks.evidence]: evidence,
    [marks.readAt]: readAt,
  } = customer?.meta ?? {};
  if (!code || code !== customer?.ext?.[vatStatusExtension] || !of || !evidence || !readAt) return undefined;
  return { code, of, evidence, readAt };
}

/** Register status that still applies: the code was not overwritten, and the CUIT is the same. */
export function registerStatusOf(customer: Customer | undefined): RegisterStatus | undefined {
  const mark = markIn(customer);
  return mark?.of === customer?.tax_id?.code ? mark : undefined;
}

/** Applies a register status to the customer; class and codes follow when the document is built. */
export function withRegisterStatus(customer: Customer, status: RegisterStatus): Customer {
  const { [markOf(vatStatusExtension)]: _, ...others } = customer.meta ?? {};
  const statusMeta = Object.entries(status).map(([name, value]) => [
    marks[name as keyof RegisterStatus],
    value,
  ]);
  return {
    ...customer,
    ext: { ...customer.ext, [vatStatusExtension]: status.code },
    meta: { ...others, ...Object.fromEntries(statusMeta) },
  };
}

/** Removes a register status that no longer applies: its marks, and its code if the CUIT has changed. */
export function withoutStaleMarks(customer: Customer): Customer {
  if (registerStatusOf(customer)) return customer;
  const names = Object.values(marks);
  const meta = Object.entries(customer.meta ?? {}).filter(([name]) => !names.includes(name));
  const { [vatStatusExtension]: _, ...others } = customer.ext ?? {};
  return {
    ...customer,
    ...(markIn(customer) ? { ext: others } : {}),
    meta: meta.length > 0 ? Object.fromEntries(meta) : undefined,
  };
}

/**
 * VAT status codes compatible with each status of the register. 10 (Ley 19640) is always possible: it depends
 * on the place, which the register does not state. 15: a sale to an exempt taxpayer may be outside the scope
 * of VAT.
 */
const compatibleCodes: Record<IssuerStatus, readonly string[]> = {
  registered: ['1', '10'],
  monotributo: ['6', '13', '16', '10'],
  exempt: ['4', '15', '10'],
};
const registerStatusFinalConsumer = '5';

/** Whether the stated status contradicts the register's. Any person may buy as a final consumer. */
export const contradicts = (statedCode: string, status: IssuerStatus, kind: 'person' | 'company'): boolean =>
  !compatibleCodes[status].includes(statedCode) &&
  !(statedCode === registerStatusFinalConsumer && kind === 'person');
