import { eq } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { activateCertificate, type CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { RegistrationRow } from '#lib/database/tables/registrations.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { beginReading } from './points-of-sale/look-for.ts';
import { queueCompletedMail } from './registration-mails.ts';

/** What it was proved by: a login with the supplier's own certificate, or the authority's yes to a delegation. */
type Proof =
  | { by: 'certificate'; certificate: CertificateRow; note: string | undefined }
  | { by: 'delegation' };

/** Certificate active, registration completed, waiting job woken: all of it or none, in the caller's transaction. */
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
      registrationId: row.id,
      ...(proof.by === 'certificate' ? { certificateId: proof.certificate.id } : {}),
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
