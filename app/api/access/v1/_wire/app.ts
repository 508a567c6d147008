import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { type App, appIds, isConnected } from '#lib/accounts/apps.ts';
import { invoicingServiceIds } from '#lib/documents/invoice/document-types.ts';
import { AppChange, MailChange } from '#lib/registrations/app-settings.ts';

const {
  aliasPrefix,
  linkLifetimeDays,
  services,
  contact,
  wizard,
  portalLabels,
  reminderDays,
  returnUrl,
  embedOrigins,
  asksForExports,
} = AppChange.shape;
const { senderName, replyTo, reminder } = MailChange.shape;

/** Omitted settings stay as they are; `null` removes one. */
export const AppPatch = z.strictObject({
  alias_prefix: aliasPrefix.describe(
    'Prefix of the alias under which a certificate is filed at the authority.',
  ),
  link_lifetime_days: linkLifetimeDays.describe('For how many days a link works; 30 by default.'),
  services: services.describe(
    'The services of ARCA that suppliers authorize: `wsfe` for class A, B and C, and `wsfex` if they also issue exports (class E). Default: `["wsfe"]`. Applies to registrations created from now on.',
  ),
  contact: contact.describe('Contact for suppliers, shown on every page of the wizard.'),
  wizard: wizard.describe('Appearance and greeting of the wizard.'),
  mail: z
    .strictObject({
      sender_name: senderName,
      reply_to: replyTo,
      reminder: reminder.describe('Your own opening text of a reminder.'),
    })
    .nullish()
    .describe('Sender, reply address and texts of the mails to suppliers.'),
  portal_labels: portalLabels.describe(
    'Labels of ARCA’s portal that are no longer those of the wizard, by name, such as `{"dnName": "Nombre del certificado"}`. A rehearsal finds them.',
  ),
  reminder_days: reminderDays.describe(
    'After how many days without progress a supplier is reminded by mail; `[]`: never. Default: `[2, 7, 14]` in live, never in the sandbox.',
  ),
  return_url: returnUrl.describe(
    'Where the wizard sends suppliers who have finished, with `silo_entry_id`, `status`, `timestamp` and `signature` added: an https address, or an http address of this machine, such as `http://localhost:8000/back`.',
  ),
  embed_origins: embedOrigins.describe(
    'Origins allowed to show the progress of a registration with `<alta-registration>`, such as `https://erp.example`.',
  ),
  asks_for_exports: asksForExports.describe(
    'Whether the wizard asks suppliers if they sell abroad. Who does registers for `wsfex` as well. Not asked if `services` has it.',
  ),
  delegate: z
    .strictObject({
      silo_entry_id: z.uuid('must be the id of an entry'),
      accepts_within_hours: z.int().min(1, 'must be 1 to 240').max(240, 'must be 1 to 240').optional(),
    })
    .nullish()
    .describe('The registered supplier whose certificate signs for suppliers that delegate.'),
});

export const appChange = ({
  alias_prefix,
  link_lifetime_days,
  portal_labels,
  reminder_days,
  return_url,
  embed_origins,
  asks_for_exports,
  mail,
  delegate,
  ...rest
}: z.infer<typeof AppPatch>) => ({
  aliasPrefix: alias_prefix,
  linkLifetimeDays: link_lifetime_days,
  portalLabels: portal_labels,
  reminderDays: reminder_days,
  returnUrl: return_url,
  embedOrigins: embed_origins,
  asksForExports: asks_for_exports,
  mail: mail && { senderName: mail.sender_name, replyTo: mail.reply_to, reminder: mail.reminder },
  delegate: delegate && {
    siloEntryId: delegate.silo_entry_id,
    acceptsWithinHours: delegate.accepts_within_hours,
  },
  ...rest,
});

/** The settings have the same names as in `AppPatch`. The logo is described, without its image data. */
export const AppResponse = z
  .object({
    id: z.enum(appIds),
    connected: z.boolean(),
    connected_at: Instant.optional(),
    disconnected_at: Instant.optional(),
    settings: z.object({
      alias_prefix: z.string().optional(),
      link_lifetime_days: z.int().optional(),
      services: z.array(z.enum(invoicingServiceIds)).optional(),
      contact: z
        .object({
          name: z.string().optional(),
          email: z.string().optional(),
          phone: z.string().optional(),
          whatsapp: z.string().optional(),
        })
        .optional(),
      wizard: z
        .object({
          name: z.string().optional(),
          colour: z.string().optional(),
          logo: z
            .object({
              type: z.enum(['image/png', 'image/jpeg']),
              width: z.int(),
              height: z.int(),
              digest: z.string(),
            })
            .optional(),
          greeting: z.object({ es: z.string().optional(), en: z.string().optional() }).optional(),
        })
        .optional(),
      mail: z
        .object({
          sender_name: z.string().optional(),
          reply_to: z.string().optional(),
          reminder: z.object({ es: z.string().optional(), en: z.string().optional() }).optional(),
        })
        .optional(),
      portal_labels: z.record(z.string(), z.string()).optional(),
      reminder_days: z.array(z.int()).optional(),
      return_url: z.string().optional(),
      embed_origins: z.array(z.string()).optional(),
      asks_for_exports: z.boolean().optional(),
      /** The company whose certificate signs for suppliers that delegate. */
      delegate: z
        .object({
          silo_entry_id: z.uuid(),
          cuit: z.string(),
          name: z.string(),
          accepts_within_hours: z.int().optional(),
        })
        .optional(),
    }),
  })
  .meta({ id: 'App' });

export const appResponse = (app: App): z.infer<typeof AppResponse> => ({
  id: app.id,
  connected: isConnected(app),
  connected_at: app.connectedAt?.toISOString(),
  disconnected_at: app.disconnectedAt?.toISOString(),
  settings: {
    alias_prefix: app.settings.aliasPrefix,
    link_lifetime_days: app.settings.linkLifetimeDays,
    services: app.settings.services,
    contact: app.settings.contact,
    wizard: app.settings.wizard,
    mail: app.settings.mail && {
      sender_name: app.settings.mail.senderName,
      reply_to: app.settings.mail.replyTo,
      reminder: app.settings.mail.reminder,
    },
    portal_labels: app.settings.portalLabels,
    reminder_days: app.settings.reminderDays,
    return_url: app.settings.returnUrl,
    embed_origins: app.settings.embedOrigins,
    asks_for_exports: app.settings.asksForExports,
    delegate: app.settings.delegate && {
      silo_entry_id: app.settings.delegate.siloEntryId,
      cuit: app.settings.delegate.cuit,
      name: app.settings.delegate.name,
      accepts_within_hours: app.settings.delegate.acceptsWithinHours,
    },
  },
});
