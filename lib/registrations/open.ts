import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { findByEntry } from './find.ts';
import type { Registration } from './registration.ts';

/**
 * The entry's registration while a certificate can be taken for it.
 * @throws AltaError `not-found` when the entry is not there, or is not waiting for a certificate.
 */
export async function fetchOpenRegistration(ctx: Context, entryId: string): Promise<Registration> {
  const entry = await fetchEntry(ctx, entryId);
  const registration = await findByEntry(ctx, entry.id);
  if (!registration || registration.state === 'completed' || registration.state === 'revoked') {
    throw new AltaError('not-found', 'The entry is not waiting for a certificate.', {
      code: registration?.state ?? 'not-started',
    });
  }
  return registration;
}
