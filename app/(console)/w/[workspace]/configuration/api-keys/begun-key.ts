import { suggestedExpiry } from './expiry.ts';
import type { NewKey } from './new-key.ts';

/** The form of a new key as it begins. What parses it stays on the server. */
export const begunKey: NewKey = {
  name: '',
  access: 'everything',
  scopes: [],
  addresses: '',
  expiry: suggestedExpiry,
  day: '',
};
