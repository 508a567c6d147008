import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { isAssumed, markOf } from '#lib/documents/invoice/assumed.ts';
import { vatStatusExtension } from '#lib/documents/invoice/customer.ts';
import { placeOfDocument, readText, writeText } from './document-text.ts';
import { isMembers, type Path, valueAt, withValue } from './json-path.ts';

/** What the authority's register says of a CUIT that was typed. What it leaves open is absent. */
export interface RegisteredTaxpayer {
  name?: string | undefined;
  state?: 'active' | 'inactive' | undefined;
  /** For the VAT, as the code of a document. */
  status?: string | undefined;
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
export function cuitIn(text: string, folder: string): string | undefined {
  const party = partyIn(text, folder);
  const { country = 'AR', code } = membersAt(party, ['tax_id']);
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
    const isOpen = typed === '' || typed === textAt(begun, ['name']);
    list.push({ field: 'name', value: name, standing: isSameText(typed, name) ? 'same' : openOr(isOpen) });
  }
  if (address) {
    const street = textAt(party, ['addresses', 0, 'street']);
    const isSame = isSameText(street, taxpayer.address?.street ?? '');
    list.push({ field: 'address', value: address, standing: isSame ? 'same' : openOr(!hasAddress(party)) });
  }
  if (status) {
    const typed = textAt(party, ['ext', vatStatusExtension]);
    const isOpen = typed === '' || isAssumed(codedOf(party), vatStatusExtension);
    list.push({
      field: 'status',
      value: status,
      standing: isOpen ? 'open' : typed === status ? 'same' : 'other',
    });
  }
  return list;
}

/** The text with what is open filled in; everything that somebody typed stays. */
export function filledIn(typed: Typed, taxpayer: RegisteredTaxpayer): string {
  const whole = readText(typed.text);
  if (!whole.ok) return typed.text;
  const at = placeOfParty(whole.value, typed.folder);
  const { street, locality, postalCode: code, province: region } = taxpayer.address ?? {};
  const changes = {
    name: [[['name'], taxpayer.name]],
    address: [[['addresses'], [withoutGaps({ street, locality, region, code, country: 'AR' })]]],
    status: [
      [['ext', vatStatusExtension], taxpayer.status],
      [['meta', markOf(vatStatusExtension)], undefined],
    ],
  } satisfies Record<Suggestion['field'], [Path, unknown][]>;
  const open = suggestionsFor(typed, taxpayer).filter(({ standing }) => standing === 'open');
  const filled = open
    .flatMap(({ field }): [Path, unknown][] => changes[field])
    .reduce((value, [path, next]) => withValue(value, [...at, ...path], next), whole.value);
  return writeText(withoutEmptyMeta(filled, at));
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

const membersAt = (value: unknown, path: Path): Record<string, unknown> => {
  const members = valueAt(value, path);
  return isMembers(members) ? members : {};
};

function textAt(value: unknown, path: Path): string {
  const text = valueAt(value, path);
  return typeof text === 'string' ? text.trim() : '';
}

/** An address that nobody has written anything into is none. */
const hasAddress = (party: unknown): boolean => {
  const addresses = valueAt(party, ['addresses']);
  if (addresses === undefined) return false;
  return !Array.isArray(addresses) || addresses.some((each) => Object.keys(membersAt(each, [])).length > 0);
};

const codedOf = (party: unknown) => ({
  ext: membersAt(party, ['ext']) as Record<string, string>,
  meta: membersAt(party, ['meta']) as Record<string, string>,
});

/** The register writes in capitals and mostly without marks. */
const isSameText = (one: string, other: string): boolean =>
  one.localeCompare(other, 'es', { sensitivity: 'base' }) === 0;

const withoutGaps = (members: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value));

function withoutEmptyMeta(whole: unknown, at: Path): unknown {
  const meta = valueAt(whole, [...at, 'meta']);
  const isEmpty = isMembers(meta) && Object.keys(meta).length === 0;
  return isEmpty ? withValue(whole, [...at, 'meta'], undefined) : whole;
}
