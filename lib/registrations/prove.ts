import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { obtainTicket } from '#lib/certificates/access-ticket.ts';
import { checkNames } from '#lib/certificates/checks.ts';
import type { Rejection } from '#lib/certificates/rejection.ts';
import { type CertificateRow, unactivatedKeyPairs } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, inTransaction } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { registrations, type StoredRejection } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { completeRegistration } from './complete.ts';
import { findByEntry } from './find.ts';
import { lockUnfinished } from './lock.ts';
import { readPointsOfSale } from './points-of-sale/read.ts';
import { receivedKeyPair } from './present.ts';
import { type ProofOutcome, proofOutcomeOf } from './proof-outcome.ts';
import { nextProofAfter } from './proof-schedule.ts';
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
  const certificate = receivedKeyPair(await unactivatedKeyPairs(ctx, row.id));
  const outcome = await tryLogin(ctx, row, certificate, now);
  const settled = await database().transaction((tx) => {
    return record(tx, ctx, row, certificate, outcome, now);
  });
  if (settled === 'completed' && row.environment === 'live') {
    // The wizard's next page shows them; that they can be read now or not changes nothing about the registration.
    const completed = await findByEntry(ctx, row.entryId);
    if (completed) await readPointsOfSale(ctx, completed);
  }
}

async function tryLogin(
  ctx: Context,
  row: RegistrationRow,
  certificate: CertificateRow | undefined,
  now: Date,
): Promise<ProofOutcome> {
  try {
    const supplier = supplierOf(await fetchEntry(ctx, row.entryId));
    if (!certificate || !supplier)
      throw new Error('The registration has lost its certificate or its supplier.');
    const { cuit } = supplier;
    const outcome = await obtainTicket(certificate, 'wsfe', { mustRepresent: cuit, now });
    return await proofOutcomeOf(outcome, certificate, cuit);
  } catch (error) {
    // Ours to mend. The supplier sees that it is tried again, and not a page that waits for ever.
    log().error({ err: error, registration: row.id }, 'the login could not be tried');
    return { kind: 'not-proved', reason: 'authority-unavailable', detail: {}, retry: 'outage' };
  }
}

async function record(
  tx: Transaction,
  ctx: Context,
  row: RegistrationRow,
  certificate: CertificateRow | undefined,
  outcome: ProofOutcome,
  now: Date,
): Promise<'completed' | 'open'> {
  const [current] = await tx
    .select()
    .from(registrations)
    .where(
      and(
        eq(registrations.id, row.id),
        eq(registrations.proofRound, row.proofRound),
        isNull(registrations.completedAt),
        isNull(registrations.revokedAt),
      ),
    )
    .for('update');
  if (!current) return 'open';
  const lane = laneOf(ctx.workspace);
  const again = { registrationId: row.id, round: row.proofRound };
  if (outcome.kind === 'later') {
    const at = new Date(now.getTime() + outcome.retryAfterSeconds * 1_000);
    await enqueue(tx, lane, 'registration-prove', again, at);
    return 'open';
  }
  if (outcome.kind === 'proved' && certificate) {
    await completeRegistration(tx, ctx, row, certificate, { note: outcome.note, now });
    return 'completed';
  }
  if (outcome.kind === 'proved') throw new Error('A certificate that is not there was proved.');
  const { reason, detail, retry, retryAfterSeconds } = outcome;
  const before = current.lastRejection;
  const isNews = before?.reason !== reason;
  const since = isNews ? now : new Date(before.since ?? before.at);
  const attempts = current.proofAttempts + 1;
  const next = retry && nextProofAfter(retry, { attempts, since }, now, retryAfterSeconds);
  if (next) await enqueue(tx, lane, 'registration-prove', again, next);
  const isGivenUp = retry !== undefined && !next;
  if (isGivenUp) await enqueue(tx, lane, 'unproved-mail', { registrationId: row.id });
  await tx
    .update(registrations)
    .set({
      proofStatus: next ? 'retrying' : 'settled',
      proofAttempts: attempts,
      nextProofAt: next ?? null,
      proofGivenUpAt: isGivenUp ? now : null,
      lastRejection: { ...storedRejection({ reason, detail }, now), since: since.toISOString() },
      // Refused as such: another certificate has to be uploaded.
      ...(outcome.kind === 'certificate-refused' ? { certificateReceivedAt: null } : {}),
    })
    .where(eq(registrations.id, row.id));
  log().info({ registration: row.id, reason, next }, 'the login did not prove the certificate');
  // Once for each reason: a try that is repeated by itself is no news, nor is an authority that is away.
  if (isNews)
    await audit(tx, ctx, 'registration.not-proved', { kind: 'registration', id: row.id }, { reason });
  if (isNews && reason !== 'authority-unavailable') {
    await publishEvent(tx, ctx, 'registration.certificate_rejected', {
      entryId: row.entryId,
      data: { registrationId: row.id, reason },
    });
  }
  return 'open';
}

function storedRejection(rejection: Rejection, now: Date): StoredRejection {
  const checks = checkNames.map((check) =>
    check === 'login'
      ? ({ check, status: 'failed', rejection } as const)
      : ({ check, status: 'passed' } as const),
  );
  return { ...rejection, checks, at: now.toISOString() };
}
