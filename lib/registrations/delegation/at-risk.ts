import { eq } from 'drizzle-orm';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { delegateNotice } from '#lib/mail/delegate-notice.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { fetchSender } from '../account-holder.ts';
import { daysLeft } from '../days-left.ts';
import { countDelegators } from './delegate.ts';

/**
 * Why the certificate that suppliers rest on is about to stop: it ends, or another is coming under an alias that
 * nobody has granted anything (docs/authority.md#delegation).
 */
export type Risk = 'expiring' | 'other-alias';

/** Tells the account holder, by event and by mail, as long as suppliers rest on the certificate. */
export async function tellAtRisk(
  tx: Transaction,
  ctx: Context,
  { id: certificateId, entryId, notAfter }: CertificateRow,
  risk: Risk,
  now: Date,
): Promise<void> {
  const delegators = await countDelegators({ ...ctx, tx }, entryId);
  if (delegators === 0) return;
  await publishEvent(tx, ctx, 'delegate.at_risk', {
    entryId,
    data: {
      certificateId,
      reason: risk,
      delegators,
      ...(notAfter ? { notAfter, daysLeft: daysLeft(notAfter, now) } : {}),
    },
  });
  await enqueue(tx, laneOf(ctx.workspace), 'delegate-mail', { certificateId, risk });
}

/** @throws Error when the mail server is away: the queue tries again. */
export async function mailAtRisk(
  { certificateId, risk }: { certificateId: string; risk: Risk },
  now = new Date(),
): Promise<void> {
  const [row] = await database().select().from(certificates).where(eq(certificates.id, certificateId));
  if (!row?.notAfter || row.supersededAt) return;
  const workspace = await fetchWorkspace(row.workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine' } };
  const delegators = await countDelegators(ctx, row.entryId);
  const sender = await fetchSender(workspace);
  const delegate = supplierOf(await fetchEntry(ctx, row.entryId));
  if (delegators === 0 || !sender.contactEmail || !delegate) return;
  const { origin, hostname } = new URL(env().ALTA_ORIGIN);
  const days = daysLeft(row.notAfter, now);
  const about = { environment: workspace.environment, delegate, delegators, notAfter: row.notAfter, risk };
  const sent = await sendMail({
    ...delegateNotice({ ...about, daysLeft: days }, `${origin}/w/${workspace.slug}/entries/${row.entryId}`),
    to: sender.contactEmail,
    messageId: `<${certificateId}.${risk}.${days}@${hostname}>`,
  });
  if (sent.kind === 'refused') {
    log().warn({ certificate: certificateId, detail: sent.detail }, 'a notice was refused');
  }
}
