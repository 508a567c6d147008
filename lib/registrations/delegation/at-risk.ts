import { eq } from 'drizzle-orm';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { env } from '#lib/env.ts';
import { type Composer, notNeeded, queueMail } from '#lib/mail/mails.ts';
import { type DelegateRisk, delegateLetter } from '#lib/mail/registration-letters.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { fetchSender } from '../account-holder.ts';
import { daysLeft } from '../days-left.ts';
import { countDelegators } from './delegate.ts';

/** Tells the account holder, by event and by mail, as long as suppliers rest on the certificate. */
export async function tellAtRisk(
  tx: Transaction,
  ctx: Context,
  { id: certificateId, entryId, notAfter }: CertificateRow,
  risk: DelegateRisk,
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
  const mail = { kind: 'delegate-at-risk', workspace: ctx.workspace, subject: certificateId } as const;
  await queueMail(tx, { ...mail, data: { risk } }, now);
}

export const composeDelegateAtRisk: Composer<'delegate-at-risk'> = async (
  { subject, data: { risk } },
  now,
) => {
  const [row] = await database().select().from(certificates).where(eq(certificates.id, subject));
  if (!row?.notAfter || row.supersededAt) return notNeeded;
  const { entryId, notAfter } = row;
  const workspace = await fetchWorkspace(row.workspaceId);
  const ctx: Context = { workspace, actor: { kind: 'engine' } };
  const delegators = await countDelegators(ctx, entryId);
  const { contactEmail } = await fetchSender(workspace);
  const delegate = supplierOf(await fetchEntry(ctx, entryId));
  if (delegators === 0 || !contactEmail || !delegate) return notNeeded;
  const { environment, slug } = workspace;
  const about = { environment, delegate, delegators, notAfter, risk, daysLeft: daysLeft(notAfter, now) };
  const letter = delegateLetter(about, `${env().ALTA_ORIGIN}/w/${slug}/entries/${entryId}`);
  return { kind: 'send', letters: [{ ...letter, to: contactEmail }] };
};
