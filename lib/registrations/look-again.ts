import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { areNotYounger } from '#lib/age.ts';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type Context, fetchWorkspace, inTransaction } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { notFound } from '#lib/errors.ts';
import { enqueue, isWithoutEntry, laneOf } from '#lib/queue.ts';
import { verifyDelegation } from './delegation/check.ts';
import { findByEntry } from './find.ts';
import { tryLogin } from './login.ts';
import { readAtCompletion } from './points-of-sale/at-completion.ts';
import { readPointsOfSale } from './points-of-sale/read.ts';
import { lacksPointOfSale } from './points-of-sale/usable.ts';
import type { ProofOutcome } from './proof-outcome.ts';
import { lockUnproved, recordLogin } from './record-login.ts';
import { isAwaited, type Registration, wayOf } from './registration.ts';

/** Between two looks, whoever asks and however many pages are open. */
const pauseSeconds = 10;

/** Why a certificate waits for the authority, and after how long another login can say something else. */
const pauseOfReason: Partial<Record<RejectionReason, number>> = {
  'not-authorised': pauseSeconds,
  // What a ticket represents is frozen in it, and while it lives the authority gives no other: two minutes in live
  // (docs/authority.md#re-login-window).
  'cuit-not-represented': 120,
  // The authority's own manual asks for a minute (docs/authority.md#login-faults).
  'authority-unavailable': 60,
  'not-yet-valid': 60,
};
/** A ticket that knows more than the last is fetched in its own time: to look is cheap. */
const delegationPauseSeconds = 30;

/**
 * What the supplier does at the authority is seen while they wait before an open page: the page calls this every few
 * seconds. Has the authority asked once more, if there is something to wait for and nobody has just asked. The
 * schedule for closed pages stays as it is.
 */
export async function lookAgain(
  ctx: Context,
  registration: Registration,
  now = new Date(),
): Promise<'looking' | 'not-now'> {
  const pause = pauseOf(registration);
  if (pause === undefined) return 'not-now';
  return inTransaction(ctx, async (tx) => {
    const { id, workspaceId, proofStatus, revokedAt, updatedAt } = registrations;
    const claimed = await tx
      .update(registrations)
      .set({ updatedAt: now })
      .where(
        and(
          eq(id, registration.id),
          eq(workspaceId, ctx.workspace.id),
          isNull(revokedAt),
          ne(proofStatus, 'running'),
          areNotYounger(updatedAt, pause * 1_000, now),
          isWithoutEntry('registration-look', { registrationId: id }),
        ),
      )
      .returning({ id });
    if (claimed.length === 0) return 'not-now';
    await enqueue(tx, laneOf(ctx.workspace), 'registration-look', { registrationId: registration.id });
    return 'looking';
  });
}

/** Seconds since anything was written about it; undefined when there is nothing to look for. */
function pauseOf(registration: Registration): number | undefined {
  const { state, certificate, proof, lastRejection, way, delegation } = registration;
  if (state === 'revoked') return undefined;
  if (way === 'delegation' && delegation && isAwaited(delegation)) return delegationPauseSeconds;
  if (state === 'completed') return lacksPointOfSale(registration) ? pauseSeconds : undefined;
  const isWaiting = proof.status === 'retrying' || proof.status === 'settled';
  return certificate && isWaiting && lastRejection ? pauseOfReason[lastRejection.reason] : undefined;
}

/** The look that was asked for: a login, or the points of sale of who is registered already. */
export async function lookAtAuthority(
  { registrationId }: { registrationId: string },
  now = new Date(),
): Promise<void> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  if (!row || row.revokedAt) return;
  const ctx: Context = {
    workspace: await fetchWorkspace(row.workspaceId),
    actor: { kind: 'engine', id: row.id },
  };
  if (await looksForDelegation(ctx, row)) return void (await verifyDelegation(ctx, row.entryId, now));
  if (row.completedAt) return lookForPoints(ctx, row, now);
  if (!row.certificateReceivedAt || row.proofStatus === 'running') return;
  const login = await tryLogin(ctx, row, now);
  const settled = await database().transaction(async (tx) => {
    const current = await lockUnproved(tx, row);
    if (!current || current.proofStatus === 'running' || !isNews(login.outcome, current)) return 'open';
    const renewed = await startRound(tx, current);
    return recordLogin(tx, ctx, renewed, login, now);
  });
  if (settled === 'completed') await readAtCompletion(ctx, row);
}

async function looksForDelegation(ctx: Context, row: RegistrationRow): Promise<boolean> {
  if (wayOf(row) !== 'delegation') return false;
  const { delegation } = (await findByEntry(ctx, row.entryId)) ?? {};
  return delegation !== undefined && isAwaited(delegation);
}

async function lookForPoints(ctx: Context, { entryId }: RegistrationRow, now: Date): Promise<void> {
  const registration = await findByEntry(ctx, entryId, now);
  if (registration && lacksPointOfSale(registration)) await readPointsOfSale(ctx, registration, now);
}

/** An authority that is away for a moment says nothing of what it said before. */
function isNews({ kind, ...outcome }: ProofOutcome, { lastRejection }: RegistrationRow): boolean {
  if (kind === 'later') return false;
  if (!('reason' in outcome)) return true;
  return outcome.reason !== 'authority-unavailable' && outcome.reason !== lastRejection?.reason;
}

/** Another answer than before begins its own schedule: the attempt that is queued for the old one does nothing. */
async function startRound(tx: Transaction, { id }: RegistrationRow): Promise<RegistrationRow> {
  const [row] = await tx
    .update(registrations)
    .set({ proofRound: sql`${registrations.proofRound} + 1`, proofAttempts: 0 })
    .where(eq(registrations.id, id))
    .returning();
  if (!row) throw notFound('The registration');
  return row;
}
