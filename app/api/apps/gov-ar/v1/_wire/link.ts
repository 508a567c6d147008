import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { EntryLink } from '#lib/registrations/link.ts';
import type { ListedLink } from '#lib/registrations/link-list.ts';

export const LinkResponse = z
  .object({
    link_url: z.url().optional().describe('Absent once it was revoked.'),
    created_at: Instant,
    expires_at: Instant,
    revoked_at: Instant.optional(),
    renewal_requested_at: Instant.optional().describe('Since when its holder asks for another.'),
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
  sent_at: Instant.optional().describe('The mail server took it.'),
  bounced_at: Instant.optional().describe('The mail server refused it.'),
  detail: z.string().optional().describe('What the mail server said when it refused it.'),
});

/** A link in a list, without its address and without the addresses it was mailed to. */
export const ListedLinkResponse = z
  .object({
    id: z.uuid(),
    scope: z
      .enum(['full', 'arca-steps-only'])
      .describe("The supplier's own, or that of whom they handed the authority's steps over to."),
    holder: z.string().optional().describe('Whom it was handed over to, as the supplier named them.'),
    created_at: Instant,
    opened_at: Instant.optional().describe("Its holder's first act; to look at it is none."),
    expires_at: Instant,
    revoked_at: Instant.optional(),
    mails: z
      .array(LinkMailResponse)
      .describe('How it was mailed, from the wizard or by a workflow, the last one first.'),
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
