import { eq } from 'drizzle-orm';
import { fetchWorkspace } from '#lib/accounts/workspaces.ts';
import { database } from '#lib/database/client.ts';
import { certificates, registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { expiryNotice } from '#lib/mail/expiry-notice.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { contactOf } from '#lib/mail/sender.ts';
import { supplierOf } from './supplier.ts';

/**
 * Sends the notice of expiry to the address that the supplier gave in the wizard, if they gave one.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function mailExpiryNotice({
  certificateId,
  daysLeft,
}: {
  certificateId: string;
  daysLeft: number;
}): Promise<void> {
  const [row] = await database()
    .select({ certificate: certificates, noticeEmail: registrations.noticeEmail, doc: entries.doc })
    .from(certificates)
    .innerJoin(registrations, eq(registrations.id, certificates.registrationId))
    .innerJoin(entries, eq(entries.id, certificates.entryId))
    .where(eq(certificates.id, certificateId));
  if (!row?.noticeEmail || !row.certificate.notAfter || row.certificate.supersededAt) return;
  const supplier = supplierOf(row);
  if (!supplier) return;
  const workspace = await fetchWorkspace(row.certificate.workspaceId);
  const sent = await sendMail({
    ...expiryNotice({ workspace, supplier, notAfter: row.certificate.notAfter, daysLeft }),
    to: row.noticeEmail,
    replyTo: contactOf(workspace),
    messageId: `<${certificateId}.${daysLeft}@${new URL(env().ALTA_ORIGIN).hostname}>`,
  });
  if (sent.kind === 'refused') {
    log().warn({ certificate: certificateId, detail: sent.detail }, 'a notice of expiry was refused');
  }
}
