import { markOf } from './assumed.ts';
import { vatStatusExtension } from './customer.ts';

/** What a document says of its customer for the VAT. One that came in another way may say nothing. */
export function customerStatusIn(doc: unknown): { code: string; isAssumed: boolean } | undefined {
  const { ext, meta } = membersOf(membersOf(doc).customer);
  const code = membersOf(ext)[vatStatusExtension];
  if (typeof code !== 'string') return undefined;
  return { code, isAssumed: code === membersOf(meta)[markOf(vatStatusExtension)] };
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
