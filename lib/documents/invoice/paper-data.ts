import type { Document } from '../envelope.ts';
import { isObject, itemsOf, membersOf, textOf } from '../json.ts';
import { grossIncomeIn, grossIncomePlace, issuerGapsOf } from './paper-gaps.ts';

/** A supplier's data for the PDFs of its invoices. Empty texts are unknown. */
export interface PaperData {
  /** Street with number, floor and so on. */
  street: string;
  locality: string;
  region: string;
  postalCode: string;
  /** Number, or a word such as `Exento`. */
  grossIncome: string;
  /** Day as `YYYY-MM-DD`, or a text if the document has another. */
  activitySince: string;
}

export const addressFields = ['street', 'locality', 'region', 'postalCode'] as const;

/** Members of an address that make up its line with the street. */
const streetMembers = ['street', 'num', 'block', 'floor', 'door', 'street_extra'] as const;

/** The paper data in a supplier's document. */
export function paperDataIn(party: Document): PaperData {
  const address = membersOf(itemsOf(party.addresses)[0]);
  const joined = (...names: string[]) =>
    names
      .map((name) => textOf(address[name]))
      .filter(Boolean)
      .join(' ');
  return {
    street: joined(...streetMembers),
    locality: joined('locality'),
    region: joined('region', 'state'),
    postalCode: joined('code'),
    grossIncome: grossIncomeIn(party)?.trim() ?? '',
    activitySince: activitySinceIn(party),
  };
}

/**
 * Start of activities. As in GOBL's Argentine example, it is in `registration.other`, with or without a label.
 */
export const activitySinceIn = (party: { registration?: unknown }): string =>
  textOf(membersOf(party.registration).other).replace(/^inicio de actividades\s*:?\s*/i, '');

/** The document with the paper data. What is empty or as in the document stays as it is; an address changes as a whole. */
export function withPaperData(party: Document, data: PaperData): Document {
  const stored = paperDataIn(party);
  const hasNewAddress =
    addressFields.some((name) => data[name] !== '') &&
    addressFields.some((name) => data[name] !== stored[name]);
  return {
    ...party,
    ...(hasNewAddress ? { addresses: withAddress(itemsOf(party.addresses), data) } : {}),
    ...(data.grossIncome && data.grossIncome !== stored.grossIncome
      ? { identities: withGrossIncome(party, data.grossIncome) }
      : {}),
    ...(data.activitySince && data.activitySince !== stored.activitySince
      ? { registration: { ...membersOf(party.registration), other: data.activitySince } }
      : {}),
  };
}

/**
 * The supplier of an invoice with the paper data that it lacks, from its own document. Members of a wrong type stay, for
 * the validation.
 */
export function withStoredPaperData(supplier: Document, stored: Document): Document {
  const missing = new Set(issuerGapsOf(supplier).map(({ gap }) => gap));
  const { addresses, identities = [], registration = {} } = supplier;
  const { grossIncome, activitySince } = paperDataIn(stored);
  const takesAddress = missing.has('issuer-address') && Array.isArray(addresses ?? []);
  const takesGrossIncome = missing.has('gross-income') && Array.isArray(identities) && grossIncome !== '';
  const takesStart = missing.has('activity-since') && isObject(registration) && activitySince !== '';
  return {
    ...supplier,
    ...(takesAddress && stored.addresses !== undefined ? { addresses: stored.addresses } : {}),
    ...(takesGrossIncome ? { identities: withGrossIncome(supplier, grossIncome) } : {}),
    ...(takesStart ? { registration: { ...registration, other: membersOf(stored.registration).other } } : {}),
  };
}

function withAddress([first, ...more]: unknown[], { street, locality, region, postalCode }: PaperData) {
  const replaced = new Set<string>([...streetMembers, 'locality', 'region', 'state', 'code']);
  const kept = Object.entries(membersOf(first)).filter(([name]) => !replaced.has(name));
  const typed = Object.entries({ street, locality, region, code: postalCode });
  return [
    { country: 'AR', ...Object.fromEntries([...kept, ...typed.filter(([, text]) => text !== '')]) },
    ...more,
  ];
}

function withGrossIncome(party: Document, code: string): unknown[] {
  const identities = itemsOf(party.identities);
  const place = grossIncomePlace(party);
  const identity = place < identities.length ? membersOf(identities[place]) : { type: 'IIBB' };
  return identities.toSpliced(place, 1, { ...identity, code });
}
