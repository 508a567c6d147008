import { and, eq, isNull } from 'drizzle-orm';
import { fetchWorkspace } from '#lib/accounts/workspaces.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates, registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { enqueue } from '#lib/queue.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';

const dayMs = 86_400_000;

/** Days before its end at which a certificate's owner is told; 0 is the end itself. */
const noticeDays = [30, 14, 7, 1, 0];

/** From the activation on: the first notice is queued, and each queues the next. */
export async function watchExpiry(tx: Transaction, { id, notAfter }: CertificateRow): Promise<void> {
  if (!notAfter) return;
  await enqueue(tx, 'certificate-expiry', { certificateId: id }, daysBefore(notAfter, noticeDays[0] ?? 0));
}

/**
 * Tells, once for each notice, that an active certificate ends soon. After a time in which nothing ran, one
 * notice is told and not those that were missed.
 */
export async function tellOfExpiringCertificate(certificateId: string, now = new Date()): Promise<void> {
  const [row] = await database().select().from(certificates).where(eq(certificates.id, certificateId));
  if (!row?.notAfter) return;
  const { notAfter } = row;
  const ctx = await engineOf(row.workspaceId);
  await database().transaction(async (transaction) => {
    const tx = transaction as Transaction;
    const [current] = await tx
      .select()
      .from(certificates)
      .where(and(eq(certificates.id, row.id), isNull(certificates.supersededAt)))
      .for('update');
    if (!current?.activatedAt || !current.keySealed) return;
    const due = noticeDays.filter((days) => daysBefore(notAfter, days) <= now).at(-1);
    const told = current.expiryToldDays ?? Number.POSITIVE_INFINITY;
    if (due !== undefined && due < told) {
      // After a pause fewer are left than the notice is for.
      const daysLeft = Math.max(0, Math.ceil((notAfter.getTime() - now.getTime()) / dayMs));
      await tx.update(certificates).set({ expiryToldDays: due }).where(eq(certificates.id, row.id));
      await publishEvent(tx, ctx, 'certificate.expiring', {
        entryId: row.entryId,
        data: { certificate_id: row.id, not_after: notAfter.toISOString(), days_left: String(daysLeft) },
      });
      await enqueue(tx, 'certificate-expiry-mail', { certificateId: row.id, daysLeft });
    }
    const next = noticeDays.find((days) => daysBefore(notAfter, days) > now);
    if (next !== undefined) {
      await enqueue(tx, 'certificate-expiry', { certificateId: row.id }, daysBefore(notAfter, next));
    }
  });
}

/** Tells that a link ran out before its registration was complete; once for each term that it was given. */
export async function tellOfExpiredLink(linkId: string, now = new Date()): Promise<void> {
  const [found] = await database().select().from(registrationLinks).where(eq(registrationLinks.id, linkId));
  if (!found) return;
  const ctx = await engineOf(found.workspaceId);
  await database().transaction(async (transaction) => {
    const tx = transaction as Transaction;
    // Locked in this order, as a login that proves a certificate just now has the registration.
    const [registration] = await tx
      .select()
      .from(registrations)
      .where(eq(registrations.id, found.registrationId))
      .for('share');
    const [link] = await tx
      .select()
      .from(registrationLinks)
      .where(and(eq(registrationLinks.id, linkId), isNull(registrationLinks.revokedAt)))
      .for('update');
    if (!link || !registration || registration.completedAt || registration.revokedAt) return;
    if (link.expiresAt > now) return enqueue(tx, 'link-expiry', { linkId }, link.expiresAt);
    if (link.expiryToldFor?.getTime() === link.expiresAt.getTime()) return;
    await tx
      .update(registrationLinks)
      .set({ expiryToldFor: link.expiresAt })
      .where(eq(registrationLinks.id, linkId));
    await publishEvent(tx, ctx, 'registration.expired', {
      entryId: registration.entryId,
      data: { registration_id: registration.id },
    });
  });
}

const daysBefore = (end: Date, days: number) => new Date(end.getTime() - days * dayMs);

const engineOf = async (workspaceId: string): Promise<Context> => ({
  workspace: await fetchWorkspace(workspaceId),
  actor: { kind: 'engine' },
});
