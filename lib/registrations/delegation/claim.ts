import { eq, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type DelegationRow, delegations } from '#lib/database/tables/delegations.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError, type ErrorCode } from '#lib/errors.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { lockRegistration } from '../lock.ts';
import { delegationOf } from '../present.ts';
import type { Delegation, Registration } from '../registration.ts';
import { progressAt } from '../reminders/schedule.ts';
import { delegateOf } from './delegate.ts';

/**
 * The supplier says that they have delegated to the workspace's delegate: from here on the authority is asked until it
 * knows. Said again, it is asked anew; what was granted stays granted.
 * @throws AltaError `conflict`: `no-delegate`, `is-delegate`, `not-by-delegation`, `revoked`
 */
export async function claimDelegation(
  ctx: Context,
  registration: Registration,
  now = new Date(),
): Promise<Delegation> {
  const delegate = await delegateOf(ctx);
  if (!delegate) throw conflict('no-delegate', 'The workspace has named nobody who acts for its suppliers.');
  if (delegate.siloEntryId === registration.entryId || delegate.cuit === registration.supplier.cuit) {
    throw conflict('is-delegate', 'The supplier is the delegate: it acts with a certificate of its own.');
  }
  return inTransaction(ctx, async (tx) => {
    const row = await lockRegistration(tx, registration);
    if (row.revokedAt) throw conflict('revoked', 'The registration was ended.');
    if (row.mode === 'certificate' || (row.completedAt && registration.way !== 'delegation')) {
      throw conflict('not-by-delegation', 'The registration is by a certificate of the supplier’s own.');
    }
    const chosen = row.mode === 'choice' && !row.completedAt ? { chosen: 'delegation' as const } : {};
    await tx
      .update(registrations)
      .set({ ...chosen, ...progressAt(now) })
      .where(eq(registrations.id, row.id));
    const claimed = await writeClaim(tx, ctx, registration, delegate, now);
    await enqueue(tx, laneOf(ctx.workspace), 'delegation-check', {
      entryId: claimed.entryId,
      checks: claimed.checks,
    });
    const data = { registrationId: row.id, delegateCuit: delegate.cuit };
    await audit(tx, ctx, 'registration.delegation-claimed', { kind: 'registration', id: row.id });
    await publishEvent(tx, ctx, 'registration.delegation_claimed', { entryId: row.entryId, data });
    return delegationOf(claimed);
  });
}

async function writeClaim(
  tx: Transaction,
  ctx: Context,
  { entryId, environment }: Registration,
  { siloEntryId: delegateEntryId, cuit: delegateCuit }: { siloEntryId: string; cuit: string },
  now: Date,
): Promise<DelegationRow> {
  const claim = { delegateEntryId, delegateCuit, claimedAt: now, nextCheckAt: now };
  const isAnother = sql`${delegations.delegateCuit} <> ${delegateCuit}`;
  const unlessAnother = (column: typeof delegations.grantedAt | typeof delegations.lostAt) =>
    sql`case when ${isAnother} then null else ${column} end`;
  const [row] = await tx
    .insert(delegations)
    .values({ entryId, workspaceId: ctx.workspace.id, environment, ...claim })
    .onConflictDoUpdate({
      target: delegations.entryId,
      set: {
        ...claim,
        // What was granted to one says nothing of another.
        grantedAt: unlessAnother(delegations.grantedAt),
        lostAt: unlessAnother(delegations.lostAt),
        checks: sql`${delegations.checks} + 1`,
      },
    })
    .returning();
  if (!row) throw new Error(`The delegation of ${entryId} could not be written.`);
  return row;
}

const conflict = (code: ErrorCode, message: string) => new AltaError('conflict', message, { code });
