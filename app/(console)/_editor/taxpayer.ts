import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import {
  type Customer,
  type RegisterStatus,
  vatStatusExtension,
  withoutStaleMarks,
  withRegisterStatus,
} from '#lib/documents/invoice/customer.ts';
import { isAssumed } from '#lib/documents/invoice/paper.ts';
import {
  isMembers,
  type Members,
  type Path,
  placeOfDocument,
  readText,
  valueAt,
  withValue,
  writeText,
} from './json-path.ts';

/** What the authority's register says of a CUIT that was typed. What it leaves open is absent. */
export interface RegisteredTaxpayer {
  name?: string | undefined;
  state?: 'active' | 'inactive' | undefined;
  /** For the VAT: of whom, as the code of a document, and what says so. */
  status?: RegisterStatus | undefined;
  address?: { street?: string; locality?: string; postalCode?: string; province?: string } | undefined;
}

export type TaxpayerAnswer =
  | { kind: 'found'; taxpayer: RegisteredTaxpayer }
  | { kind: 'none' }
  | { kind: 'not-authorised'; reason: 'no-delegate' | 'certificate' | 'service' }
  | { kind: 'unavailable' };

/** A document that is typed, and what it began as. */
export interface Typed {
  folder: string;
  text: string;
  /** Of a new one, whose examples nobody typed; undefined for one that is stored. */
  example: string | undefined;
}

/** Who is looked up: the party that the document is, or the customer that an invoice is for. */
const placeOfParty = (whole: unknown, folder: string): Path =>
  folder === 'invoices' ? [...placeOfDocument(whole), 'customer'] : placeOfDocument(whole);

/** The party's CUIT, once it is a valid one. */
export const cuitIn = (text: string, folder: string): string | undefined => cuitOf(partyIn(text, folder));

function cuitOf(party: unknown): string | undefined {
  const { country = 'AR', code } = membersOf(valueAt(party, ['tax_id']));
  const cuit = typeof code === 'string' && country === 'AR' ? normaliseCuit(code) : '';
  return isValidCuit(cuit) ? cuit : undefined;
}

/** A field that the register knows: `open` to be filled in, the `same` already, or `other`, which stays. */
export interface Suggestion {
  field: 'name' | 'address' | 'status';
  value: string;
  standing: 'open' | 'same' | 'other';
}

/** What can be said of the party by the register, in the order of the form. */
export function suggestionsFor({ folder, text, example }: Typed, taxpayer: RegisteredTaxpayer): Suggestion[] {
  const party = partyIn(text, folder);
  const begun = example === undefined ? undefined : partyIn(example, folder);
  const { name, status } = taxpayer;
  const address = addressLine(taxpayer);
  const list: Suggestion[] = [];
  if (name) {
    const typed = textAt(party, ['name']);
    const isOpen = isBlank(party, ['name']) || (typed !== '' && typed === textAt(begun, ['name']));
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

/** The text with what is open filled in; everything that somebody typed stays. */
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

/** An invoice keeps with the code what said so and when: until it is sent, it is the register's. */
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

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

function textAt(value: unknown, path: Path): string {
  const text = valueAt(value, path);
  return typeof text === 'string' ? text.trim() : '';
}

/** What is no text somebody has written all the same. */
const isBlank = (value: unknown, path: Path): boolean => {
  const there = valueAt(value, path) ?? '';
  return typeof there === 'string' && there.trim() === '';
};

/** An address that nobody has written anything into is none. */
const hasAddress = (party: unknown): boolean => {
  const addresses = valueAt(party, ['addresses']);
  if (addresses === undefined) return false;
  return !Array.isArray(addresses) || addresses.some((each) => Object.keys(membersOf(each)).length > 0);
};

/** Its codes, without what the register said of another or somebody wrote over. */
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

/** The register writes in capitals and mostly without marks. */
const isSameText = (one: string, other: string): boolean =>
  one.localeCompare(other, 'es', { sensitivity: 'base' }) === 0;

const withoutGaps = (members: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value));
