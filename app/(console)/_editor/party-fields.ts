import { partySchema } from '#lib/documents/schema-addresses.ts';

/** What a field is written as: the completion puts in an empty one, or its usual value. `list`: of objects. */
type Shape = 'text' | 'object' | 'list' | 'words';

export interface Field {
  name: string;
  shape: Shape;
  /** Proposed as its value. */
  values?: readonly string[];
}

export const field = (name: string, shape: Shape = 'text', ...values: string[]): Field => ({
  name,
  shape,
  values,
});

const party = [
  field('$schema', 'text', partySchema),
  field('name'),
  field('tax_id', 'object'),
  field('alias'),
  field('label'),
  field('emails', 'list'),
  field('telephones', 'list'),
  field('addresses', 'list'),
  field('websites', 'list'),
  field('people', 'list'),
  field('identities', 'list'),
  field('inboxes', 'list'),
  field('registration', 'object'),
  field('ext', 'object'),
  field('meta', 'object'),
];
const address = ['street', 'num', 'locality', 'region', 'code'].map((name) => field(name));

/** The fields of GOBL's org/party, by the place of the object that holds them; an index is `[]`. */
export const partyFields: Record<string, readonly Field[]> = {
  '': party,
  tax_id: [field('country', 'text', 'AR'), field('code'), field('scheme')],
  'emails.[]': [field('addr'), field('label')],
  'telephones.[]': [field('num'), field('label')],
  'addresses.[]': [...address, field('country', 'text', 'AR')],
  'websites.[]': [field('url'), field('label')],
  'identities.[]': [field('type'), field('code'), field('country', 'text', 'AR')],
  registration: [field('capital'), field('currency', 'text', 'ARS'), field('office'), field('other')],
};

/** The same for a party that stands inside of another document, which names no schema of its own. */
export const partyFieldsBelow = (place: string): Record<string, readonly Field[]> =>
  Object.fromEntries(
    Object.entries(partyFields).map(([below, fields]) => [
      below ? `${place}.${below}` : place,
      fields.filter(({ name }) => name !== '$schema'),
    ]),
  );
