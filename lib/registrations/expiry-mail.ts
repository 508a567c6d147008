import { eq } from 'drizzle-orm';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { expiryNotice } from '#lib/mail/expiry-notice.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { fetchSender } from './account-holder.ts';
import { daysLeft } from './expiry.ts';

/**
 * Sends the notice of expiry that was told last to the address that the supplier gave in the wizard, if they gave one.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function mailExpiryNotice(
  { certificateId }: { certificateId: string },
  now = new Date(),
): Promise<void> {
  const [row] = await database()
    .select({ certificate: certificates, noticeEmail: registrations.noticeEmail, doc: entries.doc })
    .from(certificates)
    .innerJoin(registrations, eq(registrations.id, certificates.registrationId))
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(eq(certificates.id, certificateId));
  if (!row || row.certificate.supersededAt) return;
  const { expiryToldDays: notified, expiryMailedDays: mailed } = row.certificate;
  if (notified === null || notified === mailed) return;
  await mailNotice(row, notified, now);
  await database()
    .update(certificates)
    .set({ expiryMailedDays: notified })
    .where(eq(certificates.id, certificateId));
}

async function mailNotice({ certificate, noticeEmail, doc }: Expiring, notified: number, now: Date) {
  const supplier = supplierOf({ doc });
  if (!noticeEmail || !certificate.notAfter || !supplier) return;
  const { id, notAfter, workspaceId } = certificate;
  const workspace = await fetchSender(await fetchWorkspace(workspaceId));
  const sent = await sendMail({
    ...expiryNotice({ workspace, supplier, notAfter, daysLeft: daysLeft(notAfter, now) }),
    to: noticeEmail,
    ...envelopeOf(workspace),
    messageId: `<${id}.${notified}@${new URL(env().ALTA_ORIGIN).hostname}>`,
  });
  if (sent.kind === 'refused') {
    log().warn({ certificate: id, detail: sent.detail }, 'a notice of expiry was refused');
  }
}

interface Expiring {
  certificate: CertificateRow;
  noticeEmail: string | null;
  doc: Record<string, unknown>;
}
