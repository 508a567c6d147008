import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, fetchWorkspace, inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { findByEntry } from './find.ts';
import { lockUnfinished } from './lock.ts';
import { tryLogin } from './login.ts';
import { readAtCompletion } from './points-of-sale/at-completion.ts';
import { lockUnproved, recordLogin } from './record-login.ts';
import type { Registration } from './registration.ts';

/** Asks the engine to log in at the authority with the supplier's certificate. While it runs, asking again does nothing. */
export async function requestProof(ctx: Context, registration: Registration): Promise<void> {
  // A login that is said to run for longer than any login lasts has lost its queue entry.
  const lostBefore = new Date(Date.now() - 10 * 60_000);
  await inTransaction(ctx, async (tx) => {
    await lockUnfinished(tx, registration);
    if (!registration.certificate) {
      throw new AltaError('conflict', 'No certificate was received yet.', { code: 'awaiting-certificate' });
    }
    const [started] = await tx
      .update(registrations)
      .set({
        proofStatus: 'running',
        proofRound: sql`${registrations.proofRound} + 1`,
        proofAttempts: 0,
        nextProofAt: null,
        proofGivenUpAt: null,
        lastRejection: null,
      })
      .where(
        and(
          eq(registrations.id, registration.id),
          or(ne(registrations.proofStatus, 'running'), lt(registrations.updatedAt, lostBefore)),
        ),
      )
      .returning({ round: registrations.proofRound });
    if (!started) return;
    await enqueue(tx, laneOf(ctx.workspace), 'registration-prove', {
      registrationId: registration.id,
      round: started.round,
    });
    await audit(tx, ctx, 'registration.proof-requested', { kind: 'registration', id: registration.id });
  });
}

/** Waits, for `waitMs` at the most, until the login that was asked for has an outcome; gives the registration as it is then. */
export async function awaitProof(
  ctx: Context,
  registration: Registration,
  waitMs: number,
): Promise<Registration> {
  const until = Date.now() + waitMs;
  for (;;) {
    const current = await findByEntry(ctx, registration.entryId);
    if (current?.proof.status !== 'running' || Date.now() >= until) return current ?? registration;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** One login attempt of the engine. An attempt of an earlier round, or for a finished registration, does nothing. */
export async function proveRegistration(
  { registrationId, round }: { registrationId: string; round: number },
  now = new Date(),
): Promise<void> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  if (!row || row.completedAt || row.revokedAt || row.proofRound !== round) return;
  const ctx: Context = {
    workspace: await fetchWorkspace(row.workspaceId),
    actor: { kind: 'engine', id: row.id },
  };
  const login = await tryLogin(ctx, row, now);
  const settled = await database().transaction(async (tx) => {
    const current = await lockUnproved(tx, row);
    return current ? recordLogin(tx, ctx, current, login, now) : 'open';
  });
  if (settled === 'completed') await readAtCompletion(ctx, row);
}
