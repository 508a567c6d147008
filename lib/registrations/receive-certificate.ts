import { eq, sql } from 'drizzle-orm';
import { audit, type Subject } from '#lib/audit.ts';
import { type CheckOutcome, checkUpload } from '#lib/certificates/checks.ts';
import type { Rejection } from '#lib/certificates/rejection.ts';
import {
  activeCertificate,
  isUsedElsewhere,
  storeCertificate,
  unactivatedKeyPairs,
} from '#lib/certificates/store.ts';
import { configuredTrustBundle } from '#lib/certificates/trust-bundle.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { log } from '#lib/log.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { tellAtRisk } from './delegation/at-risk.ts';
import { lockUnfinished } from './lock.ts';
import type { Registration } from './registration.ts';
import { progressAt } from './reminders/schedule.ts';

export type Received =
  | { kind: 'accepted'; alias: string; fingerprint: string; notAfter: Date; checks: CheckOutcome[] }
  | ({ kind: 'rejected'; checks: CheckOutcome[] } & Rejection);

/**
 * Checks an upload and keeps the certificate, in our own encoding; of a rejected upload only the reason and
 * the size are kept. Any number of tries. The login that proves it is asked for separately (prove.ts).
 */
export async function receiveCertificate(
  ctx: Context,
  registration: Registration,
  upload: Uint8Array,
  now = new Date(),
): Promise<Received> {
  const trustBundle = await configuredTrustBundle();
  return inTransaction(ctx, async (tx) => {
    await lockUnfinished(tx, registration);
    const inner = { ...ctx, tx };
    const keyPairs = await unactivatedKeyPairs(inner, registration.id);
    const checked = checkUpload(upload, {
      environment: registration.environment,
      cuit: registration.supplier.cuit,
      keys: keyPairs,
      trustBundle,
      now,
    });
    const subject: Subject = { kind: 'registration', id: registration.id };
    const reject = async (rejection: Rejection, checks: CheckOutcome[]): Promise<Received> => {
      const { reason, detail } = rejection;
      await tx
        .update(registrations)
        .set({ lastRejection: { reason, detail, checks, at: now.toISOString() }, ...progressAt(now) })
        .where(eq(registrations.id, registration.id));
      await audit(tx, ctx, 'registration.certificate-rejected', subject, { reason, size: upload.byteLength });
      await publishEvent(tx, ctx, 'registration.certificate_rejected', {
        entryId: registration.entryId,
        data: { registrationId: registration.id, reason },
      });
      return { kind: 'rejected', reason, detail, checks };
    };
    if (checked.kind === 'refused')
      return reject({ reason: checked.reason, detail: checked.detail }, checked.checks);
    const { certificate, checks, notes } = checked;
    if (notes.length) log().info({ registration: registration.id, notes }, 'a certificate with notes');
    if (await isUsedElsewhere(inner, certificate)) return reject({ reason: 'in-use', detail: {} }, checks);
    const keyPair = keyPairs.find((row) => row.publicKeyFingerprint === certificate.publicKeyFingerprint);
    if (!keyPair) throw new Error('The checks accepted a certificate of a key that is not ours.');
    await storeCertificate(tx, keyPair, certificate, now);
    await tx
      .update(registrations)
      .set({
        certificateReceivedAt: now,
        ...progressAt(now),
        lastRejection: null,
        proofStatus: 'none',
        // An attempt with the certificate before, still queued, is of an earlier round and does nothing.
        proofRound: sql`${registrations.proofRound} + 1`,
        nextProofAt: null,
      })
      .where(eq(registrations.id, registration.id));
    const { alias, fingerprint, notAfter } = certificate;
    const active = await activeCertificate(inner, registration.entryId);
    // What suppliers have granted hangs on the alias of today.
    if (active && active.certificateAlias !== alias) await tellAtRisk(tx, ctx, active, 'other-alias', now);
    await audit(tx, ctx, 'registration.certificate-received', subject, { alias, fingerprint });
    await publishEvent(tx, ctx, 'registration.certificate_received', {
      entryId: registration.entryId,
      data: { registrationId: registration.id, fingerprint },
    });
    return { kind: 'accepted', alias, fingerprint, notAfter, checks };
  });
}
