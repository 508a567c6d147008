import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { type EntryLink, LinkTerm } from '#lib/registrations/link.ts';
import type { ListedLink } from '#lib/registrations/link-list.ts';

const LinkIntent = z.enum(['register', 'renew', 'point-of-sale'], {
  error: 'must be register, renew or point-of-sale',
});

const minutes = 'must be 5 to 525600';

/** `days` for the link that replaces the supplier's; the others for a link for now beside it. */
export const NewLink = LinkTerm.extend({
  expires_in: z
    .number()
    .int()
    .min(5, minutes)
    .max(525_600, minutes)
    .optional()
    .describe(
      "Minutes until its end. With this or `intent`, the new link is one for now: beside the supplier's, which stays. 60 if only `intent` is given.",
    ),
  intent: LinkIntent.optional().describe(
    'Where the link opens: `register` where the supplier left off; `renew` the renewal, which is opened if the certificate is in its last 60 days; `point-of-sale` the page that adds one. Without it: what the supplier has to do next.',
  ),
}).refine(({ days, expires_in, intent }) => days === undefined || (expires_in ?? intent) === undefined, {
  path: ['days'],
  error: 'is only for a link that replaces the supplier’s: leave it out beside expires_in and intent',
});

export const LinkResponse = z
  .object({
    link_url: z.url().optional().describe('Absent once the link is revoked.'),
    created_at: Instant,
    expires_at: Instant,
    revoked_at: Instant.optional(),
    renewal_requested_at: Instant.optional().describe('When its holder asked for a new link.'),
    intent: LinkIntent.optional().describe('Only of a link for now.'),
    texts: z
      .object({
        sms: z
          .string()
          .describe(
            'At most 160 characters, all in the GSM-7 alphabet, unless the link itself is too long for that.',
          ),
        whatsapp: z.string(),
      })
      .optional()
      .describe(
        "Ready to send, with the wizard's name and the link, in the language the supplier chose, Spanish at first. Absent once the link is revoked.",
      ),
  })
  .meta({ id: 'Link' });

export const linkResponse = ({
  url,
  createdAt,
  expiresAt,
  revokedAt,
  renewalRequestedAt,
  intent,
  texts,
}: EntryLink): z.infer<typeof LinkResponse> => ({
  ...(url ? { link_url: url } : {}),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  ...(renewalRequestedAt ? { renewal_requested_at: renewalRequestedAt.toISOString() } : {}),
  ...(intent ? { intent } : {}),
  ...(texts ? { texts } : {}),
});

const LinkMailResponse = z.object({
  requested_at: Instant,
  sent_at: Instant.optional().describe('When the mail server accepted it.'),
  bounced_at: Instant.optional().describe('When the mail server refused it.'),
  detail: z.string().optional().describe("The mail server's reason for refusing it."),
});

/** A link in a list, without its address and without the addresses it was mailed to. */
export const ListedLinkResponse = z
  .object({
    id: z.uuid(),
    scope: z
      .enum(['full', 'arca-steps-only'])
      .describe(
        "`full`: the supplier's link. `arca-steps-only`: a helper's link, for the steps at the authority.",
      ),
    intent: LinkIntent.optional().describe('Only of a link for now, beside the link of the supplier.'),
    holder: z.string().optional().describe('Name of the helper, as the supplier wrote it.'),
    created_at: Instant,
    opened_at: Instant.optional().describe(
      'When its holder first did something; opening the page does not count.',
    ),
    expires_at: Instant,
    revoked_at: Instant.optional(),
    mails: z
      .array(LinkMailResponse)
      .describe('Mails with the link, from the wizard or from a workflow, newest first.'),
  })
  .meta({ id: 'ListedLink' });

export const listedLinkResponse = ({
  id,
  scope,
  intent,
  holder,
  createdAt,
  openedAt,
  expiresAt,
  revokedAt,
  mails,
}: ListedLink): z.infer<typeof ListedLinkResponse> => ({
  id,
  scope,
  ...(intent ? { intent } : {}),
  ...(holder ? { holder } : {}),
  created_at: createdAt.toISOString(),
  ...(openedAt ? { opened_at: openedAt.toISOString() } : {}),
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  mails: mails.map(({ requestedAt, sentAt, bouncedAt, detail }) => ({
    requested_at: requestedAt.toISOString(),
    ...(sentAt ? { sent_at: sentAt.toISOString() } : {}),
    ...(bouncedAt ? { bounced_at: bouncedAt.toISOString() } : {}),
    ...(detail ? { detail } : {}),
  })),
});
