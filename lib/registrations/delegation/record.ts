import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type DelegationRow, delegations } from '#lib/database/tables/delegations.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { completeRegistration } from '../complete.ts';
import { newestRegistration } from '../find.ts';
import { wayOf } from '../registration.ts';
import type { DelegationAnswer } from './ask.ts';
import { isGranted } from './schedule.ts';

/** The delegation as it is now, held. The registration's row comes first, as with who claims it. */
export async function lockDelegation(
  tx: Transaction,
  ctx: Context,
  entryId: string,
): Promise<DelegationRow | undefined> {
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.entryId, entryId), isNull(registrations.revokedAt)))
    .for('update');
  const [row] = await tx
    .select()
    .from(delegations)
    .where(and(eq(delegations.entryId, entryId), eq(delegations.workspaceId, ctx.workspace.id)))
    .for('update');
  return row;
}

/**
 * Writes what the authority said of a delegation, which the caller holds. Only a clear no takes a grant back; what could
 * not be asked changes nothing. Says whether that completed the supplier's registration.
 */
export async function recordAnswer(
  tx: Transaction,
  ctx: Context,
  row: DelegationRow,
  answer: DelegationAnswer,
  now: Date,
): Promise<{ facts: DelegationRow; completed: RegistrationRow | undefined }> {
  const wasGranted = isGranted(row);
  // Asked by an older ticket, whose relations were frozen before those of the answer that is known.
  const isOutdated = answer.kind !== 'unknown' && row.ticketAt !== null && answer.ticketAt < row.ticketAt;
  if (isOutdated) return { facts: row, completed: undefined };
  const checked = {
    checkedAt: now,
    answer: answer.kind,
    ...(answer.kind === 'unknown' ? {} : { ticketAt: answer.ticketAt }),
  };
  if (answer.kind === 'granted' && !wasGranted) {
    const facts = await write(tx, row, { ...checked, grantedAt: now, lostAt: null });
    return { facts, completed: await tellGranted(tx, ctx, facts, now) };
  }
  if (answer.kind === 'not-granted' && wasGranted) {
    const facts = await write(tx, row, { ...checked, lostAt: now });
    await tell(tx, ctx, facts, 'lost');
    return { facts, completed: undefined };
  }
  return { facts: await write(tx, row, checked), completed: undefined };
}

async function write(
  tx: Transaction,
  { entryId }: DelegationRow,
  change: Partial<DelegationRow>,
): Promise<DelegationRow> {
  const [row] = await tx.update(delegations).set(change).where(eq(delegations.entryId, entryId)).returning();
  if (!row) throw new Error(`The delegation of ${entryId} is gone.`);
  return row;
}

async function tellGranted(
  tx: Transaction,
  ctx: Context,
  row: DelegationRow,
  now: Date,
): Promise<RegistrationRow | undefined> {
  await tell(tx, ctx, row, 'granted');
  const registration = await newestRegistration({ ...ctx, tx }, row.entryId);
  const isOpen = registration && !registration.completedAt && !registration.revokedAt;
  if (!isOpen || wayOf(registration) !== 'delegation') return undefined;
  await completeRegistration(tx, ctx, registration, { by: 'delegation' }, now);
  return registration;
}

async function tell(
  tx: Transaction,
  ctx: Context,
  { entryId, delegateCuit }: DelegationRow,
  what: 'granted' | 'lost',
): Promise<void> {
  const registration = await newestRegistration({ ...ctx, tx }, entryId);
  if (!registration) return;
  await audit(tx, ctx, `registration.delegation-${what}`, { kind: 'registration', id: registration.id });
  const data = { registrationId: registration.id, delegateCuit };
  await publishEvent(tx, ctx, `registration.delegation_${what}`, { entryId, data });
}
