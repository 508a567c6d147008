import { eq } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type LinkRow, linkMails } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import type { Registration } from '../registration.ts';
import { lookAfter } from '../reminders/schedule.ts';
import { keptAddress, type LinkMailKind } from './mail-link.ts';

/** What the mail server said of a link's mail. */
export type LinkMailOutcome = { sentAt: Date; detail: null } | { bouncedAt: Date; detail: string };

interface OfLink {
  registration: Pick<Registration, 'id' | 'entryId'>;
  link: Pick<LinkRow, 'id' | 'scope'>;
}

/** The mail of a workflow's step, which is made and sent in one go: kept like one that was asked for in the wizard. */
export async function recordLinkMail(
  tx: Transaction,
  ctx: Context,
  mail: OfLink & { id: string; address: string; outcome: LinkMailOutcome; now: Date },
): Promise<void> {
  const { id, link, outcome, now } = mail;
  const address = keptAddress(mail.address);
  const row = { id, workspaceId: ctx.workspace.id, linkId: link.id, address, kind: 'invitation' as const };
  const kept = await tx
    .insert(linkMails)
    .values({ ...row, ...outcome, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: linkMails.id });
  if (kept.length === 0) return;
  await noteInvited(tx, mail.registration.id, now);
  await tellOfLinkMail(tx, ctx, { ...mail, kind: 'invitation' });
}

/** Now there is somebody to remind: it is looked at in time. */
export const noteInvited = (tx: Transaction, registrationId: string, now: Date) =>
  tx
    .update(registrations)
    .set({ nextReminderAt: lookAfter(now) })
    .where(eq(registrations.id, registrationId));

/** In the transaction that keeps it. */
export async function tellOfLinkMail(
  tx: Transaction,
  ctx: Context,
  {
    id,
    kind,
    registration,
    link,
    outcome,
  }: OfLink & { id: string; kind: LinkMailKind; outcome: LinkMailOutcome },
): Promise<void> {
  const said = 'bouncedAt' in outcome ? 'link.bounced' : 'link.sent';
  const reason = 'bouncedAt' in outcome ? { reason: outcome.detail } : {};
  await audit(tx, ctx, said, { kind: 'link', id: link.id }, { mail: id, kind, ...reason });
  await publishEvent(tx, ctx, said, {
    entryId: registration.entryId,
    data: { registrationId: registration.id, linkId: link.id, scope: link.scope, ...reason },
  });
}
