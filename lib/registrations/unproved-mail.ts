import { eq } from 'drizzle-orm';
import { type Context, fetchWorkspace } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { sendMail } from '#lib/mail/send-mail.ts';
import { envelopeOf } from '#lib/mail/sender.ts';
import { type Unproved, unprovedToHolder, unprovedToSupplier } from '#lib/mail/unproved.ts';
import { senderOf } from './account-holder.ts';
import { findRegistrationDetails } from './details.ts';
import { peopleOf } from './links/people.ts';
import type { Registration } from './registration.ts';

/**
 * Tells the supplier, who helps them and the account's holder that the authority has refused the certificate for a day, and what to
 * do about it.
 * @throws Error when the mail server is away: the queue tries again.
 */
export async function mailUnproved({ registrationId }: { registrationId: string }): Promise<void> {
  const [row] = await database().select().from(registrations).where(eq(registrations.id, registrationId));
  if (!row?.proofGivenUpAt || (row.givenUpMailedAt && row.givenUpMailedAt >= row.proofGivenUpAt)) return;
  const ctx: Context = { workspace: await fetchWorkspace(row.workspaceId), actor: { kind: 'engine' } };
  const details = await findRegistrationDetails(ctx, row.entryId);
  if (details?.registration.id === row.id) await mailAll(ctx, details.registration);
  await database()
    .update(registrations)
    .set({ givenUpMailedAt: row.proofGivenUpAt })
    .where(eq(registrations.id, row.id));
}

async function mailAll(ctx: Context, registration: Registration): Promise<void> {
  const { id, entryId, supplier, certificate, request, noticeEmail, accountHolder, proof } = registration;
  const { origin, hostname } = new URL(env().ALTA_ORIGIN);
  const about: Unproved = {
    workspace: senderOf(accountHolder, ctx.workspace.environment),
    supplier,
    alias: certificate?.alias ?? request.alias,
    supplierEmail: noticeEmail,
  };
  const messageId = (to: string) => `<${id}.${to}.${proof.givenUpAt?.getTime()}@${hostname}>`;
  const people = await peopleOf(ctx, id);
  for (const [index, { role, email, url, locale }] of people.entries()) {
    await send(id, {
      ...unprovedToSupplier(about, { as: role, link: url }, locale),
      ...envelopeOf(about.workspace),
      to: email,
      messageId: messageId(`${role}${index || ''}`),
    });
  }
  if (accountHolder.email) {
    const mail = unprovedToHolder(about, `${origin}/w/${ctx.workspace.slug}/entries/${entryId}`);
    await send(id, { ...mail, to: accountHolder.email, messageId: messageId('holder') });
  }
}

async function send(registration: string, mail: Parameters<typeof sendMail>[0]): Promise<void> {
  const sent = await sendMail(mail);
  if (sent.kind === 'refused') log().warn({ registration, detail: sent.detail }, 'a notice was refused');
}
