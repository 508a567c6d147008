import type { Colour } from '#lib/colour.ts';
import type { Workspace } from '#lib/context.ts';
import type { AppSettings, Logo } from '#lib/database/tables/accounts.ts';

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
  /** Where the supplier goes back to at the end. */
  returnUrl?: string | undefined;
}

/** The workspace's own name and address, unless its Argentina app was given others. */
export function accountHolderOf(
  workspace: Workspace,
  settings: AppSettings | null | undefined,
): AccountHolder {
  const { contact, wizard, returnUrl } = settings ?? {};
  return {
    name: wizard?.name ?? workspace.name,
    contactName: contact?.name,
    email: contact?.email ?? workspace.contactEmail,
    phone: contact?.phone,
    whatsapp: contact?.whatsapp,
    colour: wizard?.colour as Colour | undefined,
    logo: wizard?.logo,
    returnUrl,
  };
}
