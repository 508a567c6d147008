import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { type App, appIds, isConnected } from '#lib/accounts/apps.ts';
import { AppChange } from '#lib/registrations/app-settings.ts';

const { aliasPrefix, linkLifetimeDays, contact, wizard, returnUrl } = AppChange.shape;

/** What is left out stays as it is, `null` takes it away. */
export const AppPatch = z.strictObject({
  alias_prefix: aliasPrefix,
  link_lifetime_days: linkLifetimeDays,
  contact,
  wizard,
  return_url: returnUrl,
});

export const appChange = ({
  alias_prefix,
  link_lifetime_days,
  return_url,
  ...rest
}: z.infer<typeof AppPatch>) => ({
  aliasPrefix: alias_prefix,
  linkLifetimeDays: link_lifetime_days,
  returnUrl: return_url,
  ...rest,
});

/** The settings are named as in a change; of the logo it says what it is. */
export const AppResponse = z
  .object({
    id: z.enum(appIds),
    connected: z.boolean(),
    connected_at: Instant.optional(),
    disconnected_at: Instant.optional(),
    settings: z.object({
      alias_prefix: z.string().optional(),
      link_lifetime_days: z.int().optional(),
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
        })
        .optional(),
      return_url: z.string().optional(),
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
    contact: app.settings.contact,
    wizard: app.settings.wizard,
    return_url: app.settings.returnUrl,
  },
});
