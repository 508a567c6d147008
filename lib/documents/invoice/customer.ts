import { isValidCuit } from '../cuit.ts';
import type { Party } from '../party.ts';
import type { IssuerStatus } from './document-types.ts';
import { markOf } from './paper.ts';

export type Customer = Omit<Party, '$schema'>;

const finalConsumer = '5';

export const vatStatusExtension = 'ar-arca-vat-status';
export const identityTypeExtension = 'ar-arca-identity-type';

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

/** What a document says of its customer for the VAT. One that came in another way may say nothing. */
export function customerStatusIn(doc: unknown): { code: string; isAssumed: boolean } | undefined {
  const { ext, meta } = membersOf(membersOf(doc).customer);
  const code = membersOf(ext)[vatStatusExtension];
  if (typeof code !== 'string') return undefined;
  return { code, isAssumed: code === membersOf(meta)[markOf(vatStatusExtension)] };
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What the taxpayers' register says of somebody's VAT, as the code of a document. */
export const statusOfRegister: Readonly<Record<IssuerStatus, string>> = {
  registered: '1',
  monotributo: '6',
  exempt: '4',
};

/** A status that the register gave: kept in the document with whom it is of, what said so, and when it was read. */
export interface RegisterStatus {
  code: string;
  /** CUIT: of another customer it says nothing. */
  of: string;
  evidence: string;
  /** ISO instant. */
  readAt: string;
}

/** In the customer's `meta`: GOBL gives what is no field of a party that place. */
const marks: Record<keyof RegisterStatus, string> = {
  code: `register-${vatStatusExtension}`,
  of: 'register-tax-code',
  evidence: 'register-evidence',
  readAt: 'register-read-at',
};

/** What the document has of the register, also where it has become another customer's since. */
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

/** The status that the document goes by, if it is the register's: nobody wrote over it, and it is of this customer. */
export function registerStatusOf(customer: Customer | undefined): RegisterStatus | undefined {
  const mark = markIn(customer);
  return mark?.of === customer?.tax_id?.code ? mark : undefined;
}

/** The customer as the register has them, ready to be built: class and codes follow. */
export function withRegisterStatus(customer: Customer, status: RegisterStatus): Customer {
  const { [markOf(vatStatusExtension)]: _, ...others } = customer.meta ?? {};
  const kept = Object.entries(status).map(([name, value]) => [marks[name as keyof RegisterStatus], value]);
  return {
    ...customer,
    ext: { ...customer.ext, [vatStatusExtension]: status.code },
    meta: { ...others, ...Object.fromEntries(kept) },
  };
}

/** Without what the register said of another customer, and of a code that was written over; nor that code itself. */
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

/** Ley 19640 is of a place, which the register's taxes do not tell; who is exempt may be out of its scope for a sale. */
const agreeing: Record<IssuerStatus, readonly string[]> = {
  registered: ['1', '10'],
  monotributo: ['6', '13', '16', '10'],
  exempt: ['4', '15', '10'],
};
const registerStatusFinalConsumer = '5';

/** Whether a status that was given is another than the register's. A person may buy for themselves whatever they are. */
export const contradicts = (given: string, status: IssuerStatus, kind: 'person' | 'company'): boolean =>
  !agreeing[status].includes(given) && !(given === registerStatusFinalConsumer && kind === 'person');
