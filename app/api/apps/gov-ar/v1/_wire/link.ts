import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { EntryLink } from '#lib/registrations/link.ts';
import type { ListedLink } from '#lib/registrations/link-list.ts';

export const LinkResponse = z
  .object({
    link_url: z.url().optional().describe('Absent once the link is revoked.'),
    created_at: Instant,
    expires_at: Instant,
    revoked_at: Instant.optional(),
    renewal_requested_at: Instant.optional().describe('When its holder asked for a new link.'),
  })
  .meta({ id: 'Link' });

export const linkResponse = ({
  url,
  createdAt,
  expiresAt,
  revokedAt,
  renewalRequestedAt,
}: EntryLink): z.infer<typeof LinkResponse> => ({
  ...(url ? { link_url: url } : {}),
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  ...(revokedAt ? { revoked_at: revokedAt.toISOString() } : {}),
  ...(renewalRequestedAt ? { renewal_requested_at: renewalRequestedAt.toISOString() } : {}),
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
  holder,
  createdAt,
  openedAt,
  expiresAt,
  revokedAt,
  mails,
}: ListedLink): z.infer<typeof ListedLinkResponse> => ({
  id,
  scope,
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
