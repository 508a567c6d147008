import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { isAssumed } from '#lib/documents/invoice/assumed-codes.ts';
import {
  type Customer,
  type RegisterStatus,
  vatStatusExtension,
  withoutStaleMarks,
  withRegisterStatus,
} from '#lib/documents/invoice/customer.ts';
import { type Members, membersOf } from '#lib/documents/json.ts';
import { type Path, placeOfDocument, readText, valueAt, withValue, writeText } from './json-path.ts';

/** The authority's register data for a CUIT. Unknown members are absent. */
export interface RegisteredTaxpayer {
  name?: string | undefined;
  state?: 'active' | 'inactive' | undefined;
  /** VAT status from the register, with its CUIT and evidence. */
  status?: RegisterStatus | undefined;
  address?: { street?: string; locality?: string; postalCode?: string; province?: string } | undefined;
}

export type TaxpayerAnswer =
  | { kind: 'found'; taxpayer: RegisteredTaxpayer }
  | { kind: 'none' }
  | { kind: 'not-authorised'; reason: 'no-delegate' | 'certificate' | 'service' }
  | { kind: 'unavailable' };

/** A document being typed, with its initial text. */
export interface Typed {
  folder: string;
  text: string;
  /** Initial text of a new document, whose example values count as untyped; undefined for a stored one. */
  example: string | undefined;
}

/** Path of the party to look up: the document itself, or an invoice's customer. */
const placeOfParty = (whole: unknown, folder: string): Path =>
  folder === 'invoices' ? [...placeOfDocument(whole), 'customer'] : placeOfDocument(whole);

/** The party's CUIT, if it is valid. */
export const cuitIn = (text: string, folder: string): string | undefined => cuitOf(partyIn(text, folder));

function cuitOf(party: unknown): string | undefined {
  const { country = 'AR', code } = membersOf(valueAt(party, ['tax_id']));
  const cuit = typeof code === 'string' && country === 'AR' ? normaliseCuit(code) : '';
  return isValidCuit(cuit) ? cuit : undefined;
}

/**
 * A value from the register. `open`: can be filled in. `same`: equals the document's value. `other`: differs
 * from it, and the document stays unchanged.
 */
export interface Suggestion {
  field: 'name' | 'address' | 'status';
  value: string;
  standing: 'open' | 'same' | 'other';
}

/** The register's suggestions for the party, in the order of the form. */
export function suggestionsFor({ folder, text, example }: Typed, taxpayer: RegisteredTaxpayer): Suggestion[] {
  const party = partyIn(text, folder);
  const exampleParty = example === undefined ? undefined : partyIn(example, folder);
  const { name, status } = taxpayer;
  const address = addressLine(taxpayer);
  const list: Suggestion[] = [];
  if (name) {
    const typed = textAt(party, ['name']);
    const isOpen = isBlank(party, ['name']) || (typed !== '' && typed === textAt(exampleParty, ['name']));
    list.push({ field: 'name', value: name, standing: isSameText(typed, name) ? 'same' : openOr(isOpen) });
  }
  if (address) {
    const street = textAt(party, ['addresses', 0, 'street']);
    const isSame = isSameText(street, taxpayer.address?.street ?? '');
    list.push({ field: 'address', value: address, standing: isSame ? 'same' : openOr(!hasAddress(party)) });
  }
  if (status) {
    const customer = customerOf(party);
    const typed = customer.ext?.[vatStatusExtension] ?? '';
    const isOpen = typed === '' || isAssumed(customer, vatStatusExtension);
    const standing = isOpen ? 'open' : typed === status.code ? 'same' : 'other';
    list.push({ field: 'status', value: status.code, standing });
  }
  return list;
}

/** CUIT, if it is valid, and name of an invoice's customer. */
export const customerIn = (text: string): { cuit: string | undefined; name: string } => ({
  cuit: cuitIn(text, 'invoices'),
  name: textAt(partyIn(text, 'invoices'), ['name']),
});

/** The invoice with only this name and CUIT of its customer; the rest belonged to another company. */
export function withCustomer(text: string, { cuit, name }: { cuit: string; name: string }): string {
  const whole = readText(text);
  if (!whole.ok) return text;
  const customer = { name, tax_id: { country: 'AR', code: cuit } };
  return writeText(withValue(whole.value, placeOfParty(whole.value, 'invoices'), customer));
}

/** The invoice with nothing of its customer but how it is identified; the rest belonged to another company. */
export function withoutCustomerDetails(text: string): string {
  const whole = readText(text);
  if (!whole.ok) return text;
  const at = placeOfParty(whole.value, 'invoices');
  const { tax_id, identities } = membersOf(valueAt(whole.value, at));
  const customer = { name: '', ...(tax_id ? { tax_id } : {}), ...(identities ? { identities } : {}) };
  return writeText(withValue(whole.value, at, customer));
}

/** Whether an invoice has more of its customer than how it is identified. */
export function hasCustomerDetails(text: string): boolean {
  const { tax_id: _, identities: __, name, ...others } = membersOf(partyIn(text, 'invoices'));
  return (name ?? '') !== '' || Object.keys(others).length > 0;
}

/** The invoice with the customer of another text of it. */
export function withCustomerOf(text: string, other: string): string {
  const whole = readText(text);
  if (!whole.ok) return text;
  const customer = partyIn(other, 'invoices');
  return writeText(withValue(whole.value, placeOfParty(whole.value, 'invoices'), customer));
}

/** Whether two names have no word in common, not even its beginning: they are not spellings of one company's. */
export function isOtherName(one: string, other: string): boolean {
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  if (ones.length === 0 || others.length === 0) return false;
  return !ones.some((word) => others.some((each) => each.startsWith(word) || word.startsWith(each)));
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 2 && !['srl', 'sas', 'del', 'las', 'los'].includes(word));

/** Fills in the open fields; everything typed by the user stays. */
export function filledIn(typed: Typed, taxpayer: RegisteredTaxpayer): string {
  const whole = readText(typed.text);
  if (!whole.ok) return typed.text;
  const at = placeOfParty(whole.value, typed.folder);
  const open = suggestionsFor(typed, taxpayer)
    .filter(({ standing }) => standing === 'open')
    .map(({ field }) => field);
  const party = membersOf(valueAt(whole.value, at));
  const { street, locality, postalCode: code, province: region } = taxpayer.address ?? {};
  const filled = {
    ...party,
    ...(open.includes('name') ? { name: taxpayer.name } : {}),
    ...(open.includes('address')
      ? { addresses: [withoutGaps({ street, locality, region, code, country: 'AR' })] }
      : {}),
    ...(open.includes('status') ? statusFields(typed.folder, party, taxpayer.status) : {}),
  };
  return writeText(withValue(whole.value, at, filled));
}

/** Members that set the party's VAT status. In an invoice they include its source and date. */
function statusFields(folder: string, party: Members, status: RegisterStatus | undefined): Members {
  if (!status) return {};
  if (folder !== 'invoices') return { ext: { ...membersOf(party.ext), [vatStatusExtension]: status.code } };
  const { ext, meta } = withRegisterStatus(customerOf(party), status);
  return { ext, meta };
}

const openOr = (isOpen: boolean) => (isOpen ? 'open' : 'other');

function addressLine({ address = {} }: RegisteredTaxpayer): string {
  const { street, locality, province, postalCode } = address;
  const place = [street, locality, province].filter(Boolean).join(', ');
  return [place, postalCode && `(${postalCode})`].filter(Boolean).join(' ');
}

function partyIn(text: string, folder: string): unknown {
  const whole = readText(text);
  return whole.ok ? valueAt(whole.value, placeOfParty(whole.value, folder)) : undefined;
}

function textAt(value: unknown, path: Path): string {
  const text = valueAt(value, path);
  return typeof text === 'string' ? text.trim() : '';
}

/** Whether the value is missing or blank. A value that is not text counts as typed. */
const isBlank = (value: unknown, path: Path): boolean => {
  const found = valueAt(value, path) ?? '';
  return typeof found === 'string' && found.trim() === '';
};

/** An address without any member counts as absent. */
const hasAddress = (party: unknown): boolean => {
  const addresses = valueAt(party, ['addresses']);
  if (addresses === undefined) return false;
  return !Array.isArray(addresses) || addresses.some((each) => Object.keys(membersOf(each)).length > 0);
};

/** The customer's codes, without marks that belong to another CUIT or an overwritten status. */
function customerOf(party: unknown): Customer {
  const { tax_id, ext, meta } = membersOf(party);
  const code = cuitOf(party);
  return withoutStaleMarks({
    name: '',
    ...(code ? { tax_id: { ...membersOf(tax_id), country: 'AR', code } } : {}),
    ext: membersOf(ext) as Record<string, string>,
    meta: membersOf(meta) as Record<string, string>,
  });
}

/** Ignores case and accents, because the register writes capitals, mostly without accents. */
const isSameText = (one: string, other: string): boolean =>
  one.localeCompare(other, 'es', { sensitivity: 'base' }) === 0;

const withoutGaps = (members: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value));
