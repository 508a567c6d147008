import { z } from 'zod';
import { coded } from '#lib/documents/validation.ts';
import type { FieldCode } from '#lib/errors.ts';
import { Helper } from '#lib/registrations/helper.ts';
import type { OpenHelper } from '#lib/registrations/link-list.ts';
import { ListedLinkResponse, listedLinkResponse } from './link.ts';

/** English messages for the errors that the wizard shows in the supplier's language. */
const sentences: Record<string, { sentence: string; code: FieldCode }> = {
  'name-missing': { sentence: 'must be 1 to 80 characters', code: 'too-small' },
  'name-too-long': { sentence: 'must be 1 to 80 characters', code: 'too-big' },
  'name-invalid': { sentence: 'must be one line, without control characters', code: 'control-character' },
  'contact-missing': { sentence: 'is required unless `whatsapp` is sent', code: 'required' },
  'email-invalid': { sentence: 'must be an e-mail address', code: 'invalid-format' },
  'whatsapp-invalid': {
    sentence: 'must be a WhatsApp number, such as `+54 9 11 2345-6789`',
    code: 'invalid-format',
  },
};

/** The person to whom the steps at the authority are handed over. */
export const HandOver = z
  .strictObject({
    name: z.string().describe('Name of the helper, shown to the supplier.'),
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
      const { sentence = 'is not valid', code = 'invalid' } = sentences[message] ?? {};
      check.addIssue({ code: 'custom', path, message: sentence, params: coded(code) });
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
