'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction, requireStepUp } from '#console/_action.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { takeBack } from '#lib/registrations/hand-over.ts';
import { extendLink, issueNewLink, LinkTerm, linkOf, revokeLinkOf } from '#lib/registrations/link.ts';
import { LinkMailTo, mailEntryLink, previewLinkMail } from '#lib/registrations/registration-mails.ts';
import { isAddressOfSupplier } from '#lib/registrations/reminder-address.ts';
import { remindSupplier } from '#lib/registrations/reminders.ts';

const id = z.uuid().toLowerCase();
const OfEntry = z.strictObject({ id });

/** Mailing the link to an address that is not known as the supplier's requires a recent login. */
export const mail = consoleAction(LinkMailTo.extend({ id }), async ({ ctx }, { id, to }) => {
  const details = await findRegistrationDetails(ctx, id);
  if (details && !isAddressOfSupplier(to, details)) await requireStepUp();
  await mailEntryLink(ctx, id, { to });
  refresh();
});

/** The supplier's link, to copy it; undefined without a link that can be sent. */
export const readLink = consoleAction(OfEntry, async ({ ctx }, { id }) => ({
  url: (await linkOf(ctx, id))?.url,
}));

/** The mail with the link or the reminder, as it would be sent now. */
export const previewMail = consoleAction(
  OfEntry.extend({ kind: z.enum(['invitation', 'reminder']) }),
  async ({ ctx }, { id, kind }) => {
    const { subject, html, from, replyTo, locale } = await previewLinkMail(ctx, id, kind);
    return { subject, html, from, replyTo, locale };
  },
);

export const remind = consoleAction(OfEntry, async ({ ctx }, { id }) => {
  await remindSupplier(ctx, id);
  refresh();
});

export const extend = consoleAction(LinkTerm.extend({ id }), async ({ ctx }, { id, ...term }) => {
  const { expiresAt } = await extendLink(ctx, id, term);
  refresh();
  return { expiresAt };
});

export const revoke = consoleAction(OfEntry, async ({ ctx }, { id }) => {
  await revokeLinkOf(ctx, id);
  refresh();
});

export const replace = consoleAction(OfEntry, async ({ ctx }, { id }) => {
  await issueNewLink(ctx, id);
  refresh();
});

export const takeBackLink = consoleAction(
  z.strictObject({ id, link: id }),
  async ({ ctx }, { id: entryId, link }) => {
    await takeBack(ctx, await fetchRegistration(ctx, entryId), link);
    refresh();
  },
);
