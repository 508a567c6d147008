import { and, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { checkNames } from '#lib/certificates/checks.ts';
import type { Rejection, RejectionReason } from '#lib/certificates/rejection.ts';
import { activateCertificate, type CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import {
  type RegistrationRow,
  registrations,
  type StoredRejection,
} from '#lib/database/tables/registrations.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { minuteMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { beginReading } from './points-of-sale.ts';
import type { Login } from './prove.ts';
import { queueCompletedMail, queueUnprovedMail } from './registration-mails.ts';

/** Proof of a registration: a login with the supplier's certificate, or a granted delegation. */
type Proof =
  | { by: 'certificate'; certificate: CertificateRow; note: string | undefined }
  | { by: 'delegation' };

/** Completes a registration: activates the certificate and wakes the waiting job. */
export async function completeRegistration(
  tx: Transaction,
  ctx: Context,
  row: RegistrationRow,
  proof: Proof,
  now: Date,
): Promise<void> {
  if (proof.by === 'certificate') await activateCertificate(tx, proof.certificate, now);
  await tx
    .update(registrations)
    .set({
      authorisedAt: now,
      completedAt: now,
      proofStatus: 'settled',
      nextProofAt: null,
      proofGivenUpAt: null,
      lastRejection: null,
    })
    .where(eq(registrations.id, row.id));
  await enqueue(tx, laneOf(ctx.workspace), 'job-wake', { ref: row.id });
  await beginReading(tx, ctx, row, now);
  await queueCompletedMail(tx, ctx, row, now);
  await publishEvent(tx, ctx, 'registration.completed', {
    entryId: row.entryId,
    data: {
      registration_id: row.id,
      intent: row.intent,
      ...(proof.by === 'certificate' ? { certificate_id: proof.certificate.id } : {}),
    },
  });
  await audit(
    tx,
    ctx,
    'registration.completed',
    { kind: 'registration', id: row.id },
    proof.by === 'certificate'
      ? { certificate: proof.certificate.id, ...(proof.note ? { note: proof.note } : {}) }
      : { by: 'delegation' },
  );
}

/** Locks and returns the registration if it is unfinished and still in the proof round of `row`. */
export async function lockUnproved(
  tx: Transaction,
  row: RegistrationRow,
): Promise<RegistrationRow | undefined> {
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
  return current;
}

/** Records a login's outcome in the locked registration, and schedules the next attempt. */
export async function recordLogin(
  tx: Transaction,
  ctx: Context,
  current: RegistrationRow,
  { certificate, services, outcome }: Login,
  now: Date,
): Promise<'completed' | 'open'> {
  const lane = laneOf(ctx.workspace);
  const retryData = { registrationId: current.id, round: current.proofRound };
  const isAboutAll = current.services.every((service) => services.includes(service));
  const refused = 'detail' in outcome ? outcome.detail.service : undefined;
  const isAboutDropped = refused !== undefined && !current.services.some((service) => service === refused);
  // The services were changed during the login.
  if (outcome.kind === 'later' || !isAboutAll || isAboutDropped) {
    const retryAfterSeconds = outcome.kind === 'later' ? outcome.retryAfterSeconds : 0;
    const at = new Date(now.getTime() + retryAfterSeconds * 1_000);
    await enqueue(tx, lane, 'registration-prove', retryData, at);
    return 'open';
  }
  if (outcome.kind === 'proved') {
    if (!certificate) throw new Error('A missing certificate was proved.');
    await completeRegistration(tx, ctx, current, { by: 'certificate', certificate, note: outcome.note }, now);
    return 'completed';
  }
  const { reason, detail, retry, retryAfterSeconds } = outcome;
  const { lastRejection } = current;
  const isChange = !isSameRejection({ reason, detail }, lastRejection);
  const since = isChange || !lastRejection ? now : new Date(lastRejection.since ?? lastRejection.at);
  const attempts = current.proofAttempts + 1;
  const next = retry && nextProofAfter(retry, { attempts, since }, now, retryAfterSeconds);
  if (next) await enqueue(tx, lane, 'registration-prove', retryData, next);
  const isGivenUp = retry !== undefined && !next;
  if (isGivenUp) await queueUnprovedMail(tx, ctx, current, now);
  await tx
    .update(registrations)
    .set({
      proofStatus: next ? 'retrying' : 'settled',
      proofAttempts: attempts,
      nextProofAt: next ?? null,
      proofGivenUpAt: isGivenUp ? now : null,
      lastRejection: { ...storedRejection({ reason, detail }, now), since: since.toISOString() },
      // The authority refuses this certificate: the supplier must upload another one.
      ...(outcome.kind === 'certificate-refused' ? { certificateReceivedAt: null } : {}),
    })
    .where(eq(registrations.id, current.id));
  log().info(
    { registration: current.id, reason, service: detail.service, next },
    'the login did not prove the certificate',
  );
  // Audited once per reason, not at each retry.
  if (isChange)
    await audit(tx, ctx, 'registration.not-proved', { kind: 'registration', id: current.id }, { reason });
  if (isChange && isPublished(reason, current)) {
    await publishEvent(tx, ctx, 'registration.certificate_rejected', {
      entryId: current.entryId,
      data: { registration_id: current.id, intent: current.intent, reason },
    });
  }
  return 'open';
}

/** Whether both have the same reason, and are by the same service. */
export const isSameRejection = (one: Rejection, other: Rejection | null): boolean =>
  one.reason === other?.reason && one.detail.service === other.detail.service;

/**
 * Returns whether to publish a rejection as an event. Outages are not published. `not-authorised` is
 * published only after the supplier said that they authorized the certificate, or for a renewal, whose alias
 * is already authorized.
 */
function isPublished(reason: RejectionReason, { intent, authorisationClaimedAt }: RegistrationRow): boolean {
  if (reason === 'not-authorised') return intent === 'renew' || authorisationClaimedAt !== null;
  return reason !== 'authority-unavailable';
}

function storedRejection(rejection: Rejection, now: Date): StoredRejection {
  const checks = checkNames.map((check) =>
    check === 'login'
      ? ({ check, status: 'failed', rejection } as const)
      : ({ check, status: 'passed' } as const),
  );
  return { ...rejection, checks, at: now.toISOString() };
}

/** Minutes between attempts while a new authorization propagates at the authority, usually within minutes. */
const propagationMinutes = [2, 5, 10, 20, 60];
/** Propagation reportedly takes up to a day (docs/authority.md#propagation). */
const propagationMs = 24 * 60 * minuteMs;
const outageMinutes = [1, 2, 4, 8, 15, 30];

/**
 * Returns the time of the next attempt; undefined if the supplier has to act first.
 * @param since time of the first rejection with this reason
 */
export function nextProofAfter(
  cause: 'propagation' | 'outage',
  { attempts, since }: { attempts: number; since: Date },
  now: Date,
  atLeastSeconds = 0,
): Date | undefined {
  if (cause === 'propagation' && now.getTime() - since.getTime() >= propagationMs) return undefined;
  const minutes = cause === 'outage' ? outageMinutes : propagationMinutes;
  const wait = minutes[Math.min(attempts, minutes.length) - 1] ?? 60;
  return new Date(now.getTime() + Math.max(wait * minuteMs, atLeastSeconds * 1_000));
}
