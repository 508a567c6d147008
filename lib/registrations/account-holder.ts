import { fetchApp } from '#lib/accounts/apps.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Colour } from '#lib/colour.ts';
import type { Workspace } from '#lib/context.ts';
import type { AppSettings, Delegate, Logo } from '#lib/database/tables/accounts.ts';
import type { OwnText, Sender } from '#lib/mail/send-mail.ts';

/** Sender of the link, as the supplier sees them on every page. */
export interface AccountHolder {
  name: string;
  /** Contact for questions: a person, an e-mail address, a phone number. */
  contactName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  whatsapp?: string | undefined;
  colour?: Colour | undefined;
  logo?: Logo | undefined;
  /** From name and reply address of their mails. Default: `name` and `email` (`envelopeOf`). */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  /** Text on the first page and in the invitation. */
  greeting?: OwnText | undefined;
  /** Text in reminders. */
  reminder?: OwnText | undefined;
  /** Page to which the supplier returns at the end. */
  returnUrl?: string | undefined;
  /** Origins allowed to embed the registration status. */
  embedOrigins?: string[] | undefined;
  /** Delegate for suppliers who delegate, under the name that the authority shows. */
  delegate?: Pick<Delegate, 'name' | 'cuit' | 'acceptsWithinHours'> | undefined;
}

/** Returns the Argentina app's settings; the workspace's name and address are the defaults. */
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

export const senderOf = (
  { name, email, senderName, replyTo, greeting, reminder, colour }: AccountHolder,
  environment: Environment,
): Sender => ({ name, environment, contactEmail: email, senderName, replyTo, greeting, reminder, colour });

export async function fetchSender(workspace: Workspace): Promise<Sender> {
  const { settings } = await fetchApp({ workspace, actor: { kind: 'engine' } }, 'gov-ar');
  return senderOf(accountHolderOf(workspace, settings), workspace.environment);
}
