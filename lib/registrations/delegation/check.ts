import { and, eq, isNotNull } from 'drizzle-orm';
import { activeCertificate } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type DelegationRow, delegations } from '#lib/database/tables/delegations.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { readAtCompletion } from '../points-of-sale/at-completion.ts';
import { askDelegation, type DelegationAnswer, ticketPauseMs } from './ask.ts';
import { lockDelegation, recordAnswer } from './record.ts';
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
