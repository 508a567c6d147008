import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import type { Registration } from './registration.ts';

/**
 * Holds the registration's row for the rest of the transaction: what two tabs, or a tab and the engine, do to
 * it at the same time happens one after the other.
 * @throws AltaError `conflict` when it is finished: from then on a link only shows how things stand.
 */
export async function lockUnfinished(tx: Transaction, { id }: Pick<Registration, 'id'>): Promise<void> {
  const [row] = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.id, id), isNull(registrations.completedAt), isNull(registrations.revokedAt)))
    .for('update');
  if (!row) throw new AltaError('conflict', 'The registration is finished.', { code: 'completed' });
}
