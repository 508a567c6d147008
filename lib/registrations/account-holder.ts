import { fetchApp } from '#lib/accounts/apps.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Colour } from '#lib/colour.ts';
import type { Workspace } from '#lib/context.ts';
import type { AppSettings, Delegate, Logo } from '#lib/database/tables/accounts.ts';
import type { OwnText, Sender } from '#lib/mail/send-mail.ts';

/** Who sent the link, as the supplier sees them on every page. */
export interface AccountHolder {
  name: string;
  /** Whom to turn to: a person, an address, a number. */
  contactName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  whatsapp?: string | undefined;
  colour?: Colour | undefined;
  logo?: Logo | undefined;
  /** In the From of their mails, and where answers go, where it is not their name and address (`envelopeOf`). */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  /** Their own words, on the first page and in the mail that brings the link. */
  greeting?: OwnText | undefined;
  /** Their own words in reminders. */
  reminder?: OwnText | undefined;
  /** Where the supplier goes back to at the end. */
  returnUrl?: string | undefined;
  /** Whose pages may ask how far a registration is. */
  embedOrigins?: string[] | undefined;
  /** Who acts for suppliers who delegate, as the authority shows them. */
  delegate?: Pick<Delegate, 'name' | 'cuit' | 'acceptsWithinHours'> | undefined;
}

/** The workspace's own name and address, unless its Argentina app was given others. */
export function accountHolderOf(
  workspace: Workspace,
  settings: AppSettings | null | undefined,
): AccountHolder {
  const { contact, wizard, mail, returnUrl, embedOrigins, delegate } = settings ?? {};
  return {
    name: wizard?.name ?? workspace.name,
    contactName: contact?.name,
    email: contact?.email ?? workspace.contactEmail,
    senderName: mail?.senderName,
    replyTo: mail?.replyTo,
    greeting: ownTextOf(wizard?.greeting),
    reminder: ownTextOf(mail?.reminder),
    phone: contact?.phone,
    whatsapp: contact?.whatsapp,
    colour: wizard?.colour as Colour | undefined,
    logo: wizard?.logo,
    returnUrl,
    embedOrigins,
    delegate: delegate && {
      name: delegate.name,
      cuit: delegate.cuit,
      acceptsWithinHours: delegate.acceptsWithinHours,
    },
  };
}

const ownTextOf = (own: { es?: string; en?: string } | undefined): OwnText | undefined =>
  own && { 'es-AR': own.es, en: own.en };

/** As mails to suppliers have it. */
export const senderOf = (
  { name, email, senderName, replyTo, greeting, reminder, colour }: AccountHolder,
  environment: Environment,
): Sender => ({ name, environment, contactEmail: email, senderName, replyTo, greeting, reminder, colour });

export async function fetchSender(workspace: Workspace): Promise<Sender> {
  const { settings } = await fetchApp({ workspace, actor: { kind: 'engine' } }, 'gov-ar');
  return senderOf(accountHolderOf(workspace, settings), workspace.environment);
}
