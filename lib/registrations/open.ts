import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { findByEntry } from './find.ts';
import type { Registration } from './registration.ts';

/** @throws AltaError `not-found` when the entry is not there, or no registration was ever opened for it. */
export async function fetchRegistration(ctx: Context, entryId: string): Promise<Registration> {
  const entry = await fetchListedEntry(ctx, entryId);
  const registration = await findByEntry(ctx, entry.id);
  if (!registration) throw notStarted();
  return registration;
}

export const notStarted = () =>
  new AltaError('not-found', 'The entry is not waiting for a certificate.', { code: 'not-started' });

/**
 * The entry's registration while a certificate can be taken for it.
 * @throws AltaError `not-found` when the entry is not there, or is not waiting for a certificate.
 */
export async function fetchOpenRegistration(ctx: Context, entryId: string): Promise<Registration> {
  const registration = await fetchRegistration(ctx, entryId);
  const { state } = registration;
  if (state === 'completed' || state === 'revoked') {
    throw new AltaError('not-found', 'The entry is not waiting for a certificate.', { code: state });
  }
  return registration;
}
