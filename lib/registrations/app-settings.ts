import { createHash } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  type App,
  type AppId,
  fetchApp,
  fetchLogo,
  isConnected,
  lockApp,
  storeAppSettings,
} from '#lib/accounts/apps.ts';
import { allPortalLabels } from '#lib/arca/portal-labels.ts';
import { activeCertificate } from '#lib/certificates/store.ts';
import { type Colour, colourShape, contrast } from '#lib/colour.ts';
import { type Context, inTransaction, lockPermission } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { AppSettings, Delegate, Logo } from '#lib/database/tables/accounts.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { isObject } from '#lib/documents/json.ts';
import { supplierOf } from '#lib/documents/party.ts';
import { mergePatch } from '#lib/documents/patch.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError } from '#lib/errors.ts';
import { oneLine } from '#lib/mail/letter.ts';
import { DisplayName, MailAddress } from '#lib/mail/send-mail.ts';
import { requirePermission } from '#lib/roles.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import { maxAliasPrefixLength } from '#lib/x509/certificate-request.ts';
import { type AccountHolder, accountHolderOf } from './account-holder.ts';
import { RegistrationServices } from './registration.ts';

const maxOwnTextLength = 300;

/**
 * Account holder's text to suppliers, shown as plain text. Web and e-mail addresses are rejected: mail
 * programs turn them into links, and our link must be the only one.
 */
const OwnText = z
  .string()
  .overwrite(oneLine)
  .min(1, 'must not be empty')
  // The pattern is tried at each character, so the length is limited first.
  .max(maxOwnTextLength, { error: `must have at most ${maxOwnTextLength} characters`, abort: true })
  .refine((text) => !looksLikeAddress.test(text), {
    error: ({ input }) => `must not have a web or e-mail address: ${addressIn(String(input))}`,
  });

/** Matches `https://…`, `www.…`, `ana@…` and `sur.example`, but not a full stop followed by a space. */
const looksLikeAddress = /\S*(:\/\/|@)\S*|www\.\S+|[\p{L}\d-]+\.[a-z]{2,}\S*/iu;
const addressIn = (text: string) => looksLikeAddress.exec(text)?.[0].slice(0, 60);

/** Suppliers get no reminders after this many days without progress. */
const maxReminderDays = 90;

/** Schedules an immediate reminder check of open registrations, which the old settings may have excluded. */
async function recheckReminders(tx: Transaction, ctx: Context, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - maxReminderDays * 86_400_000);
  await tx
    .update(registrations)
    .set({ nextReminderAt: now })
    .where(
      and(
        eq(registrations.workspaceId, ctx.workspace.id),
        eq(registrations.intent, 'register'),
        gt(registrations.progressedAt, since),
        isNull(registrations.completedAt),
        isNull(registrations.revokedAt),
      ),
    );
}

const maxLogoBytes = 65_536;
const minLogoPixels = 16;
/** A small file can decode to a picture too large for a phone. */
const maxLogoPixels = 2_000;

export interface Picture extends Logo {
  base64: string;
}

/** A PNG or JPEG as a data URI. Its type is detected from the bytes; the type in the URI is ignored. */
export const LogoUri = z.string().transform((uri, check): Picture => {
  const refuse = (message: string) => {
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const [, base64] = /^data:[a-z0-9/+.-]{0,100};base64,([A-Za-z0-9+/]+={0,2})$/.exec(uri) ?? [];
  if (!base64) return refuse('must be a data URI of a PNG or JPEG');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxLogoBytes) return refuse('must have at most 64 KiB');
  const picture = readPng(bytes) ?? readJpeg(bytes);
  if (!picture) return refuse('must be a PNG or JPEG');
  const sides = [picture.width, picture.height];
  if (sides.some((side) => side < minLogoPixels || side > maxLogoPixels))
    return refuse(`must be ${minLogoPixels} to ${maxLogoPixels} pixels wide and high`);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { ...picture, digest, base64: bytes.toString('base64') };
});

const pngSignature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pngTrailer = Buffer.from('49454e44ae426082', 'hex');

/** Reads the size from the header; requires the end marker (PNG specification, sections 5 and 11.2). */
function readPng(bytes: Buffer): Omit<Logo, 'digest'> | undefined {
  const whole = bytes.subarray(0, 16).equals(pngSignature) && bytes.subarray(-8).equals(pngTrailer);
  if (!whole || bytes.length < 45) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments to the frame header, which holds the size (ITU T.81, B.1 and B.2.2). */
function readJpeg(bytes: Buffer): Omit<Logo, 'digest'> | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    // Malformed: scan data before a frame header, or an impossible segment length.
    if (marker === 0xda || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

const ReturnUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => URL.canParse(text) && isSafe(new URL(text)),
    'must be an https address without a user name or password; http is allowed only for localhost',
  );

const maxEmbedOrigins = 20;
const originShape = /^https?:\/\/[^/?#@\\\s*]+\/?$/i;

/** An origin as browsers send it: `https://ERP.example:443/` becomes `https://erp.example`. */
const EmbedOrigin = z
  .string()
  .trim()
  .max(300)
  .refine(
    (text) => originShape.test(text) && URL.canParse(text) && isSafe(new URL(text)),
    'must be the origin of a page, such as https://erp.example, without a path',
  )
  .transform((text) => new URL(text).origin);

const EmbedOrigins = z
  .array(EmbedOrigin)
  .max(maxEmbedOrigins, `must have at most ${maxEmbedOrigins} items`)
  .transform((origins) => [...new Set(origins)]);

/** Allows http for localhost only, for development. */
function isSafe({ protocol, hostname, username, password }: URL): boolean {
  if (username || password) return false;
  const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}

const ShortText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .refine(...singleLine);

/** Phone number as people write it. A link for calling needs at least eight digits. */
const Phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^\+?[\d\s().-]+$/, { error: 'must be a telephone number', abort: true })
  .refine((text) => /^\d{8,15}$/.test(text.replace(/\D/g, '')), 'must have 8 to 15 digits');

/** A chat link needs the country code. */
const WhatsApp = Phone.refine(
  (text) => text.startsWith('+'),
  'must begin with + and the country code, such as +54 9 11',
);

/** Colour of the wizard's buttons, whose text is white. */
const BrandColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(colourShape, 'must be a colour such as #0b5563')
  .refine((colour) => !colourShape.test(colour) || contrast(colour as Colour, '#ffffff') >= 4.5, {
    error: ({ input }) =>
      `is too light for white text: the contrast is ${contrastWithWhite(input)} to 1 and must be at least 4.5`,
  });

const contrastWithWhite = (colour: unknown) => contrast(colour as Colour, '#ffffff').toFixed(1);

const OwnTextByLocale = z.strictObject({ es: OwnText.nullish(), en: OwnText.nullish() });

/** Settings of mails to suppliers. The sender address is always the one of this installation. */
export const MailChange = z.strictObject({
  senderName: DisplayName.nullish(),
  replyTo: MailAddress.nullish(),
  reminder: OwnTextByLocale.nullish(),
});

const ReminderDays = z
  .array(
    z.int('must be a whole number of days').min(1, 'must be 1 to 90').max(maxReminderDays, 'must be 1 to 90'),
  )
  .max(5, 'must have at most 5 items')
  .transform((days) => [...new Set(days)].sort((a, b) => a - b));

/** Change of the settings: omitted fields stay, `null` removes a value. */
export const AppChange = z.strictObject({
  aliasPrefix: z
    .string()
    .trim()
    .toLowerCase()
    .max(maxAliasPrefixLength, `must have at most ${maxAliasPrefixLength} characters`)
    .regex(/^[a-z][a-z0-9]*$/, 'must be letters and digits, starting with a letter')
    .nullish(),
  linkLifetimeDays: z.number().int().min(1, 'must be 1 to 365').max(365, 'must be 1 to 365').nullish(),
  /** Services that new registrations ask for. */
  services: RegistrationServices.nullish(),
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
      greeting: OwnTextByLocale.nullish(),
    })
    .nullish(),
  mail: MailChange.nullish(),
  /** Labels of ARCA's portal, where it says something else than the wizard (lib/rehearsal). */
  portalLabels: z.partialRecord(z.enum(allPortalLabels), ShortText.nullish()).nullish(),
  /** Days without progress after which a supplier is reminded; empty for no reminders. */
  reminderDays: ReminderDays.nullish(),
  returnUrl: ReturnUrl.nullish(),
  /** Origins allowed to embed the registration status; empty for none. */
  embedOrigins: EmbedOrigins.nullish(),
  asksForExports: z.boolean('must be true or false').nullish(),
  /** Registered supplier that acts for suppliers who delegate, usually the workspace's own company. */
  delegate: z
    .strictObject({
      siloEntryId: z.uuid('must be the id of an entry'),
      acceptsWithinHours: z.int().min(1, 'must be 1 to 240').max(240, 'must be 1 to 240').optional(),
    })
    .nullish(),
});
export type AppChange = z.infer<typeof AppChange>;

/**
 * Changes the settings of an app. Existing delegations stay with the previous delegate.
 * @throws AltaError `conflict` `app-not-connected`; `validation` for a delegate that is not registered.
 */
export async function changeAppSettings(ctx: Context, appId: AppId, change: AppChange): Promise<App> {
  requirePermission(ctx, 'apps:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'apps:write');
    const app = await lockApp(tx, ctx, appId);
    if (!isConnected(app)) {
      throw new AltaError('conflict', 'The app is not connected: connect it first.', {
        code: 'app-not-connected',
      });
    }
    const { wizard, delegate } = change;
    const logo = wizard === null ? null : wizard?.logo;
    const settings = {
      ...changedSettings(app.settings, change),
      ...(delegate ? { delegate: await describedDelegate({ ...ctx, tx }, delegate) } : {}),
    };
    if (`${settings.reminderDays}` !== `${app.settings.reminderDays}`) await recheckReminders(tx, ctx);
    await storeAppSettings(tx, ctx, appId, {
      before: app.settings,
      settings,
      logo: logo === null ? null : logo?.base64,
    });
    return { ...app, settings };
  });
}

/**
 * Returns the account holder as suppliers would see it after the change, and the new logo as a data URI. Stores
 * nothing. Fields with invalid values keep what is stored, because a preview follows every key.
 */
export async function previewAccountHolder(
  ctx: Context,
  typed: unknown,
): Promise<{ accountHolder: AccountHolder; logo: string | undefined }> {
  requirePermission(ctx, 'apps:write');
  const { settings } = await fetchApp(ctx, 'gov-ar');
  const change = validPartOf(typed);
  const changed = accountHolderOf(ctx.workspace, changedSettings(settings, change));
  const newLogo = change.wizard?.logo;
  if (newLogo) return { accountHolder: changed, logo: `data:${newLogo.type};base64,${newLogo.base64}` };
  const stored = changed.logo && (await fetchLogo(ctx, 'gov-ar'));
  return {
    accountHolder: changed,
    logo: stored && changed.logo && `data:${changed.logo.type};base64,${stored.toString('base64')}`,
  };
}

function validPartOf(typed: unknown): AppChange {
  const whole = AppChange.safeParse(typed);
  if (whole.success) return whole.data;
  const rest = structuredClone(typed);
  for (const { path } of whole.error.issues) dropAt(rest, path);
  return AppChange.safeParse(rest).data ?? {};
}

/** Deletes the value at the path; of an array, the whole array. */
function dropAt(value: unknown, path: readonly PropertyKey[]): void {
  let parent: unknown = value;
  for (const [index, key] of path.entries()) {
    if (!isObject(parent)) return;
    const child: unknown = parent[String(key)];
    if (index === path.length - 1 || Array.isArray(child)) {
      delete parent[String(key)];
      return;
    }
    parent = child;
  }
}

function changedSettings(current: AppSettings, change: AppChange): AppSettings {
  const { wizard } = change;
  const patch = {
    ...change,
    wizard: wizard && { ...wizard, logo: wizard.logo && described(wizard.logo) },
  };
  return mergePatch(current, patch) as AppSettings;
}

async function describedDelegate(
  ctx: Context & { tx: Transaction },
  { siloEntryId, acceptsWithinHours }: NonNullable<AppChange['delegate']>,
): Promise<Delegate> {
  const certificate = await activeCertificate(ctx, siloEntryId);
  // Locks the entry, as an erasure does, so that the later of the two sees the other's result.
  const supplier = certificate && supplierOf(await lockEntry(ctx.tx, ctx, siloEntryId));
  if (supplier) return { siloEntryId, ...supplier, ...(acceptsWithinHours ? { acceptsWithinHours } : {}) };
  throw new AltaError('validation', 'The delegate is not a registered supplier of this workspace.', {
    fields: { delegate: 'must be the entry of a supplier registered with a certificate' },
  });
}

const described = ({ type, width, height, digest }: Picture): Logo => ({ type, width, height, digest });
