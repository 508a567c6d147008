import { fetchApp } from '#lib/accounts/apps.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Colour } from '#lib/colour.ts';
import type { Workspace } from '#lib/context.ts';
import type { AppSettings, Delegate, Logo } from '#lib/database/tables/accounts.ts';
import type { Sender, WorkspaceText } from '#lib/mail/send-mail.ts';

/** Workspace that sends the link, as suppliers see it. */
export interface AccountHolder {
  name: string;
  /** Person to contact with questions. */
  contactName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  whatsapp?: string | undefined;
  colour?: Colour | undefined;
  logo?: Logo | undefined;
  /** Sender name and reply address of mails to suppliers. Default: `name` and `email` (`envelopeOf`). */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  /** Text on the first page and in the invitation. */
  greeting?: WorkspaceText | undefined;
  /** Text in reminders. */
  reminder?: WorkspaceText | undefined;
  /** Labels of ARCA's portal that differ from those of the wizard, by their key in `portal`. */
  portalLabels?: Record<string, string> | undefined;
  /** Page to which the wizard returns the supplier at the end. */
  returnUrl?: string | undefined;
  /** Origins allowed to embed the registration status. */
  embedOrigins?: string[] | undefined;
  /** Whether suppliers are asked if they sell abroad. */
  asksForExports?: boolean | undefined;
  /** Delegate for suppliers who delegate; `name` is the one that the authority shows. */
  delegate?: Pick<Delegate, 'name' | 'cuit' | 'acceptsWithinHours'> | undefined;
}

/**
 * Builds the account holder from the Argentina app's settings. Name and e-mail default to the workspace's.
 */
export function accountHolderOf(
  workspace: Workspace,
  settings: AppSettings | null | undefined,
): AccountHolder {
  const { contact, wizard, mail, portalLabels, returnUrl, embedOrigins, asksForExports, services, delegate } =
    settings ?? {};
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
    portalLabels,
    returnUrl,
    embedOrigins,
    asksForExports: asksForExports && !services?.includes('wsfex'),
    delegate: delegate && {
      name: delegate.name,
      cuit: delegate.cuit,
      acceptsWithinHours: delegate.acceptsWithinHours,
    },
  };
}

const ownTextOf = (text: { es?: string; en?: string } | undefined): WorkspaceText | undefined =>
  text && { 'es-AR': text.es, en: text.en };

export const senderOf = (
  { name, email, senderName, replyTo, greeting, reminder, colour }: AccountHolder,
  environment: Environment,
): Sender => ({ name, environment, contactEmail: email, senderName, replyTo, greeting, reminder, colour });

export async function fetchSender(workspace: Workspace): Promise<Sender> {
  const { settings } = await fetchApp({ workspace, actor: { kind: 'engine' } }, 'gov-ar');
  return senderOf(accountHolderOf(workspace, settings), workspace.environment);
}
