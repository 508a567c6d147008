import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { activeCertificate } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type DelegationRow, delegations } from '#lib/database/tables/delegations.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { completeRegistration } from '../complete.ts';
import { newestRegistration } from '../find.ts';
import { readAtCompletion } from '../points-of-sale/at-completion.ts';
import { wayOf } from '../registration.ts';
import { askDelegation, type DelegationAnswer, ticketPauseMs } from './ask.ts';
import { isGranted, nextCheckAfter } from './schedule.ts';

/** One check of the schedule. One that was made already, or of a schedule that has ended, does nothing. */
export async function checkDelegation(
  { entryId, checks }: { entryId: string; checks: number },
  now = new Date(),
): Promise<void> {
  const isDue = and(
    eq(delegations.entryId, entryId),
    eq(delegations.checks, checks),
    isNotNull(delegations.nextCheckAt),
  );
  const [row] = await database().select().from(delegations).where(isDue);
  if (!row) return;
  const workspace = await fetchWorkspace(row.workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine', id: entryId } };
  const answer = await ask(ctx, row, now);
  const completed = await database().transaction(async (tx) => {
    const current = await lockDelegation(tx, ctx, entryId);
    if (current?.checks !== checks) return undefined;
    const recorded = await recordAnswer(tx, ctx, current, answer, now);
    await putNextCheck(tx, ctx, recorded.facts, answer, now);
    return recorded.completed;
  });
  await follow(ctx, completed);
}

/** What a delegation is known to be, after the authority was asked. */
export interface Verified {
  /** Of this answer: an unknown leaves the facts as they were. */
  answer: DelegationAnswer['kind'];
  delegateCuit: string;
  checkedAt: Date;
}

/**
 * Asks the authority now. Its schedule goes on beside that.
 * @throws AltaError `conflict` `not-claimed`: nobody said that they have delegated.
 */
export async function verifyDelegation(ctx: Context, entryId: string, now = new Date()): Promise<Verified> {
  requirePermission(ctx, 'registrations:write');
  const [row] = await database()
    .select()
    .from(delegations)
    .where(and(eq(delegations.entryId, entryId), eq(delegations.workspaceId, ctx.workspace.id)));
  if (!row) throw notClaimed();
  const answer = await ask(ctx, row, now, ticketPauseMs());
  const completed = await database().transaction(async (tx) => {
    const current = await lockDelegation(tx, ctx, entryId);
    if (current?.delegateCuit !== row.delegateCuit) return undefined;
    const { facts, completed: done } = await recordAnswer(tx, ctx, current, answer, now);
    // From now on by the pace of what it has become.
    if (isGranted(facts) !== isGranted(current)) await putNextCheck(tx, ctx, facts, answer, now);
    return done;
  });
  await follow(ctx, completed);
  return { answer: answer.kind, delegateCuit: row.delegateCuit, checkedAt: now };
}

const notClaimed = () =>
  new AltaError('conflict', 'The supplier has not said that they have delegated.', { code: 'not-claimed' });

async function ask(
  ctx: Context,
  row: DelegationRow,
  now: Date,
  maxAgeMs?: number,
): Promise<DelegationAnswer> {
  const certificate = await activeCertificate(ctx, row.delegateEntryId);
  const supplier = supplierOf(await fetchEntry(ctx, row.entryId));
  if (!certificate || !supplier) return { kind: 'unknown' };
  const { delegateCuit } = row;
  const about = { cuit: supplier.cuit, delegateCuit, wasGranted: isGranted(row) };
  return askDelegation(certificate, about, now, maxAgeMs);
}

/** What was queued before does nothing from now on. */
async function putNextCheck(
  tx: Transaction,
  { workspace }: Context,
  { entryId, ...facts }: DelegationRow,
  answer: DelegationAnswer,
  now: Date,
): Promise<void> {
  const checks = facts.checks + 1;
  const next = nextCheckAfter(facts, answer, now);
  await tx
    .update(delegations)
    .set({ checks, nextCheckAt: next ?? null })
    .where(eq(delegations.entryId, entryId));
  if (next) await enqueue(tx, laneOf(workspace), 'delegation-check', { entryId, checks }, next);
}

/** In live the points of sale can be read from now on. */
async function follow(ctx: Context, completed: RegistrationRow | undefined): Promise<void> {
  if (completed) await readAtCompletion(ctx, completed);
}

/** The delegation as it is now, held. The registration's row comes first, as with who claims it. */
async function lockDelegation(
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
async function recordAnswer(
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
