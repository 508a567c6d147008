import { cutText } from './cut-text.ts';
import type { Party } from './party.ts';

/** Longest address; longer ones are cut. */
const maxLength = 300;

/** A party's first address on one line; the country only if it is not Argentina. Empty without an address. */
export function addressText({ addresses }: Pick<Party, 'addresses'>): string {
  const [address = {}] = addresses ?? [];
  const part = (name: string) => (typeof address[name] === 'string' ? address[name] : '');
  const joinNames = (...names: string[]) => names.map(part).filter(Boolean).join(' ');
  const parts = [
    joinNames('street', 'num', 'block', 'floor', 'door'),
    joinNames('street_extra'),
    joinNames('code', 'locality'),
    joinNames('region', 'state'),
    part('country') === 'AR' ? '' : part('country'),
  ];
  return cutText(parts.filter(Boolean).join(', '), maxLength);
}
