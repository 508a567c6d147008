import { eq } from 'drizzle-orm';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import type { Locale } from '#lib/i18n.ts';
import { log } from '#lib/log.ts';
import { expiryNotice } from '#lib/mail/expiry-notice.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { fetchSender } from './account-holder.ts';
import { daysLeft } from './days-left.ts';
import { findRegistrationDetails } from './details.ts';
import type { Registration } from './registration.ts';

/**
 * Sends the notice of expiry that was told last to the address that the supplier gave in the wizard, if they gave one.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function mailExpiryNotice(
  { certificateId }: { certificateId: string },
  now = new Date(),
): Promise<void> {
  const [row] = await database()
    .select({ certificate: certificates, noticeEmail: registrations.noticeEmail })
    .from(certificates)
    .innerJoin(registrations, eq(registrations.id, certificates.registrationId))
    .where(eq(certificates.id, certificateId));
  if (!row || row.certificate.supersededAt) return;
  const { expiryToldDays: notified, expiryMailedDays: mailed } = row.certificate;
  if (notified === null || notified === mailed) return;
  await mailNotice(row.certificate, await receiverOf(row, now), notified, now);
  await database()
    .update(certificates)
    .set({ expiryMailedDays: notified })
    .where(eq(certificates.id, certificateId));
}

interface Receiver {
  address: string;
  supplier: Registration['supplier'];
  locale: Locale | undefined;
  /** To the renewal, while it is open. */
  link: string | undefined;
}

/** Who changed their address in the renewal is written to there. */
async function receiverOf({ certificate, noticeEmail }: Expiring, now: Date): Promise<Receiver | undefined> {
  const { workspaceId, entryId } = certificate;
  const ctx: Context = { workspace: await fetchWorkspace(workspaceId), actor: { kind: 'engine' } };
  const details = await findRegistrationDetails(ctx, entryId, now);
  const address = details?.registration.noticeEmail ?? noticeEmail;
  if (!details || !address || details.registration.way === 'delegation') return undefined;
  const { supplier, intent, state, link } = details.registration;
  const isOpen = intent === 'renew' && !['completed', 'revoked', 'expired'].includes(state);
  return { address, supplier, locale: link.locale, link: isOpen ? details.link?.url : undefined };
}

async function mailNotice(
  { id, notAfter, workspaceId }: CertificateRow,
  receiver: Receiver | undefined,
  notified: number,
  now: Date,
): Promise<void> {
  if (!receiver || !notAfter) return;
  const { address, supplier, link, locale } = receiver;
  const workspace = await fetchSender(await fetchWorkspace(workspaceId));
  const sent = await sendMail({
    ...expiryNotice({ workspace, supplier, notAfter, daysLeft: daysLeft(notAfter, now), link }, locale),
    to: address,
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
}
