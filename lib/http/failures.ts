import type { ErrorKey } from '#lib/errors.ts';
import type { Description } from './description.ts';

/** All of the ways in which a route can say no: those of every route, those that its shape brings, and its own. */
export function failuresOf({ params, body, failures = [] }: Description): ErrorKey[] {
  const keys: ErrorKey[] = [
    'input',
    'unauthorised',
    'not-acceptable',
    'address-too-long',
    'validation',
    'rate-limited',
    'internal',
    'unavailable',
  ];
  if (params) keys.push('not-found');
  if (body) keys.push('too-large', 'unsupported-media-type');
  return [...new Set([...keys, ...failures])];
}
