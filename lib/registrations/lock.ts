import { eq } from 'drizzle-orm';
import type { Transaction } from '#lib/database/client.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { AltaError, notFound } from '#lib/errors.ts';

type Locked = Pick<RegistrationRow, 'id'>;

/**
 * Holds the registration's row for the rest of the transaction: what two tabs, or a tab and the engine, do to
 * it at the same time happens one after the other.
 */
export async function lockRegistration(tx: Transaction, { id }: Locked): Promise<RegistrationRow> {
  const [row] = await tx.select().from(registrations).where(eq(registrations.id, id)).for('update');
  if (!row) throw notFound('The registration');
  return row;
}

/**
 * The same, for what only an unfinished one can have done to it.
 * @throws AltaError `conflict` `completed` or `revoked`: from then on a link only shows how things stand.
 */
export async function lockUnfinished(tx: Transaction, registration: Locked): Promise<RegistrationRow> {
  const row = await lockRegistration(tx, registration);
  if (row.revokedAt) {
    const message = 'The registration was ended: run the workflow again for another.';
    throw new AltaError('conflict', message, { code: 'revoked' });
  }
  if (row.completedAt) {
    const message = 'The registration is complete: its link shows that, and needs no more time.';
    throw new AltaError('conflict', message, { code: 'completed' });
  }
  return row;
}
