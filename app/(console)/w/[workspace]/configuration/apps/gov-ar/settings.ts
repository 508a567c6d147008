import type { z } from 'zod';
import type { App } from '#lib/accounts/apps.ts';
import type { AppChange } from '#lib/registrations/app-settings.ts';

/** The form's fields, named as in a change of the settings; an empty one means the default. */
export interface Settings {
  alias_prefix: string;
  link_lifetime_days: string;
  contact: { name: string; email: string; phone: string; whatsapp: string };
  wizard: { name: string; colour: string };
  return_url: string;
}

/** A picture that was chosen, `null` for none any more, undefined for the one that is there. */
export type ChosenLogo = string | null | undefined;

export function settingsOf({ settings }: App): Settings {
  const { aliasPrefix = '', linkLifetimeDays, contact = {}, wizard = {}, returnUrl = '' } = settings;
  const { name = '', email = '', phone = '', whatsapp = '' } = contact;
  return {
    alias_prefix: aliasPrefix,
    link_lifetime_days: linkLifetimeDays?.toString() ?? '',
    contact: { name, email, phone, whatsapp },
    wizard: { name: wizard.name ?? '', colour: wizard.colour ?? '' },
    return_url: returnUrl,
  };
}

/** All fields: what is empty is taken away. */
export function changeTo(settings: Settings, logo: ChosenLogo): z.input<typeof AppChange> {
  const { contact, wizard } = settings;
  const days = given(settings.link_lifetime_days);
  return {
    alias_prefix: given(settings.alias_prefix),
    // What is no number is refused as one.
    link_lifetime_days: days === null ? null : Number(days) || 0,
    contact: {
      name: given(contact.name),
      email: given(contact.email),
      phone: given(contact.phone),
      whatsapp: given(contact.whatsapp),
    },
    wizard: {
      name: given(wizard.name),
      colour: given(wizard.colour),
      ...(logo === undefined ? {} : { logo }),
    },
    return_url: given(settings.return_url),
  };
}

const given = (text: string): string | null => text.trim() || null;
