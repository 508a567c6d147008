import { z } from 'zod';
import { Helper } from '#lib/registrations/helper.ts';
import type { OpenHelper } from '#lib/registrations/link-list.ts';
import { ListedLinkResponse, listedLinkResponse } from './link.ts';

/** English messages for the errors that the wizard shows in the supplier's language. */
const sentences: Record<string, string> = {
  'name-missing': 'must be 1 to 80 characters',
  'name-too-long': 'must be 1 to 80 characters',
  'contact-missing': 'is required unless `whatsapp` is sent',
  'email-invalid': 'must be an e-mail address',
  'whatsapp-invalid': 'must be a WhatsApp number, such as `+54 9 11 2345-6789`',
};

/** The person to whom the steps at the authority are handed over. */
export const HandOver = z
  .strictObject({
    name: z
      .string({ error: 'must be 1 to 80 characters' })
      .describe('Name of the helper, shown to the supplier.'),
    email: z.string().optional().describe('The link is mailed to this address.'),
    whatsapp: z
      .string()
      .optional()
      .describe(
        'The supplier can send the link to this number; Alta sends nothing. `email` or `whatsapp` is required.',
      ),
  })
  .transform((input, check): Helper => {
    const helper = Helper.safeParse(input);
    if (helper.success) return helper.data;
    for (const { path, message } of helper.error.issues) {
      check.addIssue({ code: 'custom', path, message: sentences[message] ?? message });
    }
    return z.NEVER;
  });

export const HelperLinkResponse = ListedLinkResponse.extend({
  link_url: z.url().describe('For the helper only.'),
}).meta({ id: 'HelperLink' });

export const helperLinkResponse = (helper: OpenHelper): z.infer<typeof HelperLinkResponse> => ({
  ...listedLinkResponse(helper),
  link_url: helper.url,
});
