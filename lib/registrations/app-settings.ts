import { z } from 'zod';
import { type App, type AppId, isConnected, lockApp, storeAppSettings } from '#lib/accounts/apps.ts';
import { activeCertificate } from '#lib/certificates/store.ts';
import { type Colour, colourShape, contrast } from '#lib/colour.ts';
import { type Context, holdPermission, inTransaction } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { AppSettings, Delegate, Logo } from '#lib/database/tables/accounts.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { mergePatch } from '#lib/documents/patch.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { DisplayName, MailAddress } from '#lib/mail/address.ts';
import { requirePermission } from '#lib/roles.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import { longestAliasPrefix } from '#lib/x509/certificate-request.ts';
import { LogoUri, type Picture } from './logo.ts';
import { OwnWords } from './own-words.ts';
import { EmbedOrigins, ReturnUrl } from './platform-address.ts';
import { longestStandstillDays, lookAtStandstills } from './reminders/standstills.ts';

const ShortText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have 100 characters at the most')
  .refine(...singleLine);

/** As people write it. Eight digits or more, which is what a link to call needs. */
const Phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^\+?[\d\s().-]+$/, { error: 'must be a telephone number', abort: true })
  .refine((text) => /^\d{8,15}$/.test(text.replace(/\D/g, '')), 'must have 8 to 15 digits');

/** A link to chat needs the country. */
const WhatsApp = Phone.refine(
  (text) => text.startsWith('+'),
  'must begin with + and the country, such as +54 9 11',
);

/** On it stands white text, in the wizard's buttons. */
const BrandColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(colourShape, 'must be a colour such as #0b5563')
  .refine((colour) => !colourShape.test(colour) || contrast(colour as Colour, '#ffffff') >= 4.5, {
    error: ({ input }) => `is too light for white text: ${contrastWithWhite(input)} to 1, and 4.5 is needed`,
  });

const contrastWithWhite = (colour: unknown) => contrast(colour as Colour, '#ffffff').toFixed(1);

/** In each of the wizard's languages. */
const OwnWordsIn = z.strictObject({ es: OwnWords.nullish(), en: OwnWords.nullish() });

/** How suppliers' mails are sent: the address that they are from stays the installation's. */
export const MailChange = z.strictObject({
  senderName: DisplayName.nullish(),
  replyTo: MailAddress.nullish(),
  reminder: OwnWordsIn.nullish(),
});

const ReminderDays = z
  .array(z.int('must be whole days').min(1, 'must be 1 to 90').max(longestStandstillDays, 'must be 1 to 90'))
  .max(5, 'must be 5 at the most')
  .transform((days) => [...new Set(days)].sort((a, b) => a - b));

/** What changes in the settings: what is left out stays as it is, `null` takes it away. */
export const AppChange = z.strictObject({
  /** What the alias of each certificate begins with. */
  aliasPrefix: z
    .string()
    .trim()
    .toLowerCase()
    .max(longestAliasPrefix, `must have ${longestAliasPrefix} characters at the most`)
    .regex(/^[a-z][a-z0-9]*$/, 'must be letters and digits, a letter first')
    .nullish(),
  linkLifetimeDays: z.number().int().min(1, 'must be 1 to 365').max(365, 'must be 1 to 365').nullish(),
  contact: z
    .strictObject({
      name: ShortText.nullish(),
      email: z.email('must be an e-mail address').max(254).nullish(),
      phone: Phone.nullish(),
      whatsapp: WhatsApp.nullish(),
    })
    .nullish(),
  wizard: z
    .strictObject({
      name: ShortText.nullish(),
      colour: BrandColour.nullish(),
      logo: LogoUri.nullish(),
      greeting: OwnWordsIn.nullish(),
    })
    .nullish(),
  mail: MailChange.nullish(),
  /** After how many days without progress a supplier is reminded; none: nobody is. */
  reminderDays: ReminderDays.nullish(),
  returnUrl: ReturnUrl.nullish(),
  /** Whose pages may show how far a registration is; none: nobody's. */
  embedOrigins: EmbedOrigins.nullish(),
  /** The registered supplier, such as the own company, whose certificate acts for those who delegate. */
  delegate: z
    .strictObject({
      siloEntryId: z.uuid('must be the id of an entry'),
      acceptsWithinHours: z.int().min(1, 'must be 1 to 240').max(240, 'must be 1 to 240').optional(),
    })
    .nullish(),
});
export type AppChange = z.infer<typeof AppChange>;

/**
 * What rests on the delegate of before goes on resting on it.
 * @throws AltaError `conflict` `app-not-connected`; `validation` for a delegate that is not registered.
 */
export async function changeAppSettings(ctx: Context, appId: AppId, change: AppChange): Promise<App> {
  requirePermission(ctx, 'apps:write');
  return inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'apps:write');
    const app = await lockApp(tx, ctx, appId);
    if (!isConnected(app)) {
      throw new AltaError('conflict', 'The app is not connected: connect it first.', {
        code: 'app-not-connected',
      });
    }
    const { wizard, delegate } = change;
    const logo = wizard === null ? null : wizard?.logo;
    const settings = {
      ...changed(app.settings, change),
      ...(delegate ? { delegate: await describedDelegate({ ...ctx, tx }, delegate) } : {}),
    };
    if (`${settings.reminderDays}` !== `${app.settings.reminderDays}`) await lookAtStandstills(tx, ctx);
    await storeAppSettings(tx, ctx, appId, { settings, logo: logo === null ? null : logo?.base64 });
    return { ...app, settings };
  });
}

function changed(before: AppSettings, change: AppChange): AppSettings {
  const { wizard } = change;
  const patch = {
    ...change,
    wizard: wizard && { ...wizard, logo: wizard.logo && described(wizard.logo) },
  };
  return mergePatch(before, patch) as AppSettings;
}

async function describedDelegate(
  ctx: Context & { tx: Transaction },
  { siloEntryId, acceptsWithinHours }: NonNullable<AppChange['delegate']>,
): Promise<Delegate> {
  const certificate = await activeCertificate(ctx, siloEntryId);
  // Held, as by whoever erases it: one of the two sees the other's work.
  const supplier = certificate && supplierOf(await lockEntry(ctx.tx, ctx, siloEntryId));
  if (supplier) return { siloEntryId, ...supplier, ...(acceptsWithinHours ? { acceptsWithinHours } : {}) };
  throw new AltaError('validation', 'The delegate is no supplier that is registered here.', {
    fields: { delegate: 'must be the entry of a supplier that is registered with a certificate' },
  });
}

const described = ({ type, width, height, digest }: Picture): Logo => ({ type, width, height, digest });
