import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import type { InvoiceMail } from '#lib/invoices/invoice-mail.ts';

export const MailResponse = z
  .object({
    id: z.uuid(),
    to: z.string(),
    requested_at: Instant,
    sent_at: Instant.optional().describe('When the mail server accepted it.'),
    bounced_at: Instant.optional().describe('When the mail server refused it.'),
    detail: z.string().optional().describe("The mail server's reason for refusing it."),
  })
  .meta({ id: 'Mail' });

export const mailResponse = ({
  id,
  address,
  requestedAt,
  sentAt,
  bouncedAt,
  detail,
}: InvoiceMail): z.infer<typeof MailResponse> => ({
  id,
  to: address,
  requested_at: requestedAt.toISOString(),
  ...(sentAt ? { sent_at: sentAt.toISOString() } : {}),
  ...(bouncedAt ? { bounced_at: bouncedAt.toISOString() } : {}),
  ...(detail ? { detail } : {}),
});
