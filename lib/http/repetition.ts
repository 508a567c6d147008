import type { Description } from './description.ts';

/** What becomes of the same request sent again: the contract says it of every operation, as `x-repetition`. */
export type Repetition = 'safe' | 'idempotent' | Stated;

/** Where the method does not say it (RFC 9110, section 9.2.2), the route has to. */
export type Stated =
  /** Done again, unless both carry the same `Idempotency-Key`. POST alone. */
  | 'by-key'
  /** Done once, by who sends the `version` that was read. */
  | 'by-version'
  /** Nothing is made twice. So is what speaks to the outside, which no transaction may wait for. */
  | 'harmless';

const byMethod: Record<string, Repetition> = { GET: 'safe', PUT: 'idempotent', DELETE: 'idempotent' };

/** @throws Error for a POST or PATCH that does not state it. */
export function repetitionOf(
  method: string,
  { operation, repetition }: Pick<Description, 'operation' | 'repetition'>,
): Repetition {
  const found = byMethod[method] ?? repetition;
  if (!found || (found === 'by-key' && method !== 'POST')) {
    throw new Error(`${operation} does not state what becomes of it when it is sent again.`);
  }
  return found;
}

/** The same for people, below what the operation does. */
export const repetitionWords: Record<Repetition, string> = {
  safe: '',
  idempotent: '',
  'by-key': 'Sent again it is done again, unless both requests carry the same `Idempotency-Key`.',
  'by-version': 'Sent again with the `version` that was read it is done once: the second is a 409.',
  harmless: 'It may be sent again: nothing is made twice, and no `Idempotency-Key` is needed.',
};
