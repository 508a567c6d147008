import { eq, sql } from 'drizzle-orm';
import { audit, type Subject } from '#lib/audit.ts';
import { type CheckOutcome, checkUpload } from '#lib/certificates/checks.ts';
import type { Rejection, RejectionReason } from '#lib/certificates/rejection.ts';
import {
  activeCertificate,
  isUsedElsewhere,
  storeCertificate,
  unactivatedKeyPairs,
} from '#lib/certificates/store.ts';
import { configuredTrustBundle } from '#lib/certificates/trust-bundle.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { buenosAiresTime } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { notifyDelegateAtRisk } from './delegation-readiness.ts';
import { lockUnfinished, type Registration } from './registration.ts';
import { progressAt } from './reminder-schedule.ts';

export type Received =
  | { kind: 'accepted'; alias: string; fingerprint: string; notAfter: Date; checks: CheckOutcome[] }
  | ({ kind: 'rejected'; checks: CheckOutcome[] } & Rejection);

/**
 * Checks an uploaded certificate and stores it, re-encoded. Of a rejected upload, only the rejection is
 * stored. Can be repeated. The login that proves the certificate is requested separately (prove.ts).
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
        data: { registration_id: registration.id, intent: registration.intent, reason },
      });
      return { kind: 'rejected', reason, detail, checks };
    };
    if (checked.kind === 'refused')
      return reject({ reason: checked.reason, detail: checked.detail }, checked.checks);
    const { certificate, checks, notes } = checked;
    if (notes.length) log().info({ registration: registration.id, notes }, 'a certificate with notes');
    if (await isUsedElsewhere(inner, certificate)) return reject({ reason: 'in-use', detail: {} }, checks);
    const keyPair = keyPairs.find((row) => row.publicKeyFingerprint === certificate.publicKeyFingerprint);
    if (!keyPair) throw new Error('The checks accepted a certificate of an unknown key.');
    await storeCertificate(tx, keyPair, certificate, now);
    await tx
      .update(registrations)
      .set({
        certificateReceivedAt: now,
        ...progressAt(now),
        lastRejection: null,
        proofStatus: 'none',
        // Invalidates a queued attempt with the previous certificate.
        proofRound: sql`${registrations.proofRound} + 1`,
        nextProofAt: null,
      })
      .where(eq(registrations.id, registration.id));
    const { alias, fingerprint, notAfter } = certificate;
    const active = await activeCertificate(inner, registration.entryId);
    // Other suppliers' delegations are tied to the alias of the active certificate.
    if (active && active.certificateAlias !== alias)
      await notifyDelegateAtRisk(tx, ctx, active, 'other-alias', now);
    await audit(tx, ctx, 'registration.certificate-received', subject, { alias, fingerprint });
    await publishEvent(tx, ctx, 'registration.certificate_received', {
      entryId: registration.entryId,
      data: { registration_id: registration.id, intent: registration.intent, fingerprint },
    });
    return { kind: 'accepted', alias, fingerprint, notAfter, checks };
  });
}

/** Messages of the API, in English. The wizard has separate texts for the same reasons. */
const messages: Record<RejectionReason, string> = {
  empty: 'The file is empty.',
  'too-large': 'The file is larger than 64 KiB; a certificate has less than 10 KiB.',
  'certificate-request':
    'This is the certificate request. Send the certificate that the authority issued for it.',
  'private-key': 'This is a private key. It was not stored; send the certificate.',
  pkcs12: 'This is a PKCS#12 file. Send the certificate alone.',
  'not-a-certificate': 'This is not a certificate.',
  malformed: 'The certificate is damaged or incomplete.',
  'authority-certificate': "This is the authority's own certificate, not the supplier's.",
  'wrong-environment': 'The certificate is for the other environment.',
  'unknown-issuer': 'The certificate was not issued by the authority.',
  untrusted: "The certificate's signature does not chain to the authority.",
  'other-key': 'The certificate was issued for another request.',
  expired: 'The certificate has expired.',
  'not-yet-valid': 'The certificate is not valid yet.',
  'other-cuit': 'The certificate is for another CUIT.',
  'in-use': 'The certificate is in use in another workspace.',
  'not-authorised': 'The certificate is valid but not authorized for the invoicing service yet.',
  'authority-unavailable': 'The authority does not respond; the check is retried automatically.',
  'cuit-not-represented': "The certificate is authorized, but not for the supplier's CUIT.",
};

export const rejectionMessage = (reason: RejectionReason): string => messages[reason];

export function rejectionProblem({ reason, detail }: Rejection, field?: string): AltaError {
  const message = messages[reason];
  const quoted = Object.entries(detail).map(([name, value]) => `${name}: ${quotedText(value)}`);
  const fault = { provider: 'gov-ar', code: reason, message: [message, ...quoted].join(' ') };
  return new AltaError('validation', message, {
    code: reason,
    ...(field ? { fields: { [field]: message } } : {}),
    faults: [fault],
  });
}

/** Formats an ISO instant in Buenos Aires time; returns other values unchanged. */
const quotedText = (value: string | number): string | number =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value)) ? buenosAiresTime(new Date(value)) : value;
