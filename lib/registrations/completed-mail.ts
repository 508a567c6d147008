import { eq } from 'drizzle-orm';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { type Completed, completedMail } from '#lib/mail/completed.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { senderOf } from './account-holder.ts';
import { findRegistrationDetails, type RegistrationDetails } from './details.ts';
import { peopleOf } from './links/people.ts';
import { lacksPointOfSale, usablePoints } from './points-of-sale/usable.ts';

/**
 * Tells those who worked on a registration that it is complete, and that invoices can be issued: in one mail if both
 * are so by now, else the second when a point of sale is there. Each once.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function mailCompleted(
  { registrationId }: { registrationId: string },
  now = new Date(),
): Promise<void> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  if (!row?.completedAt || row.revokedAt || row.readyMailedAt) return;
  const ctx: Context = { workspace: await fetchWorkspace(row.workspaceId), actor: { kind: 'engine' } };
  const details = await findRegistrationDetails(ctx, row.entryId, now);
  // Renewed meanwhile: that is told of instead.
  const isNewest = details?.registration.id === row.id;
  const isReady = !(isNewest && lacksPointOfSale(details.registration));
  if (!isReady && row.completedMailedAt) return;
  const what = !isReady ? 'point-missing' : row.completedMailedAt ? 'point-found' : 'ready';
  if (isNewest) await mailAll(details, what, ctx);
  await database()
    .update(registrations)
    .set({ completedMailedAt: row.completedMailedAt ?? now, ...(isReady ? { readyMailedAt: now } : {}) })
    .where(eq(registrations.id, row.id));
}

async function mailAll(details: RegistrationDetails, what: Completed['what'], ctx: Context): Promise<void> {
  const { registration, active } = details;
  const { id, intent, supplier, accountHolder } = registration;
  const { hostname } = new URL(env().ALTA_ORIGIN);
  const about: Completed = {
    workspace: senderOf(accountHolder, ctx.workspace.environment),
    intent,
    supplier,
    what,
    points: usablePoints(registration).map(({ number }) => number),
    notAfter: active?.notAfter,
  };
  const people = await peopleOf(ctx, id);
  for (const [index, { role, email, url, locale }] of people.entries()) {
    const sent = await sendMail({
      ...completedMail(about, { as: role, link: url }, locale),
      ...envelopeOf(about.workspace),
      to: email,
      messageId: `<${id}.${what}.${role}${index || ''}@${hostname}>`,
    });
    if (sent.kind === 'refused')
      log().warn({ registration: id, detail: sent.detail }, 'a notice was refused');
  }
}
