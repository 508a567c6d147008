import type { z } from 'zod';
import type { App } from '#lib/accounts/apps.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { AppChange } from '#lib/registrations/app-settings.ts';
import { reminderDaysOf } from '#lib/registrations/reminder-schedule.ts';

/** Form fields, named as in a change of the settings. An empty field means the default. */
export interface Settings {
  aliasPrefix: string;
  linkLifetimeDays: string;
  /** Which suppliers also register for exports. */
  exports: 'none' | 'asked' | 'all';
  contact: { name: string; email: string; phone: string; whatsapp: string };
  wizard: { name: string; colour: string; greeting: { es: string; en: string } };
  mail: { senderName: string; replyTo: string; reminder: { es: string; en: string } };
  /** Typed days, such as `2, 7, 14`. */
  reminders: { isOn: boolean; days: string };
  returnUrl: string;
  /** One per line. */
  embedOrigins: string;
}

/** A newly chosen logo, `null` to remove it, undefined to leave it unchanged. */
export type ChosenLogo = string | null | undefined;

/** Parts of the page, each with its own tab. */
export const sections = ['brand', 'contact', 'mails', 'registrations', 'delegate'] as const;
export type Section = (typeof sections)[number];

const sectionByField: Record<string, Section> = {
  wizard: 'brand',
  contact: 'contact',
  mail: 'mails',
  reminders: 'mails',
};

/** The part that has the field with this path, such as `contact.email`. */
export const sectionOf = (path: string): Section =>
  sectionByField[path.split('.')[0] ?? ''] ?? 'registrations';

export function settingsOf({ settings }: App, environment: Environment): Settings {
  const {
    aliasPrefix = '',
    linkLifetimeDays,
    services = [],
    asksForExports,
    contact = {},
    wizard = {},
    mail = {},
    returnUrl = '',
    embedOrigins = [],
  } = settings;
  const days = reminderDaysOf(settings, environment);
  const { name = '', email = '', phone = '', whatsapp = '' } = contact;
  return {
    aliasPrefix,
    linkLifetimeDays: linkLifetimeDays?.toString() ?? '',
    exports: services.includes('wsfex') ? 'all' : asksForExports ? 'asked' : 'none',
    contact: { name, email, phone, whatsapp },
    wizard: {
      name: wizard.name ?? '',
      colour: wizard.colour ?? '',
      greeting: { es: wizard.greeting?.es ?? '', en: wizard.greeting?.en ?? '' },
    },
    mail: {
      senderName: mail.senderName ?? '',
      replyTo: mail.replyTo ?? '',
      reminder: { es: mail.reminder?.es ?? '', en: mail.reminder?.en ?? '' },
    },
    reminders: { isOn: days.length > 0, days: days.join(', ') },
    returnUrl,
    embedOrigins: embedOrigins.join('\n'),
  };
}

/** A change of all fields; empty ones are cleared. */
export function changeTo(settings: Settings, logo: ChosenLogo): z.input<typeof AppChange> {
  const { contact, wizard, mail, reminders } = settings;
  const days = given(settings.linkLifetimeDays);
  return {
    aliasPrefix: given(settings.aliasPrefix),
    // Text that is not a number becomes 0, which the server rejects.
    linkLifetimeDays: days === null ? null : Number(days) || 0,
    services: settings.exports === 'all' ? ['wsfe', 'wsfex'] : null,
    asksForExports: settings.exports === 'asked' || null,
    contact: {
      name: given(contact.name),
      email: given(contact.email),
      phone: given(contact.phone),
      whatsapp: given(contact.whatsapp),
    },
    wizard: {
      name: given(wizard.name),
      colour: given(wizard.colour),
      greeting: { es: given(wizard.greeting.es), en: given(wizard.greeting.en) },
      ...(logo === undefined ? {} : { logo }),
    },
    mail: {
      senderName: given(mail.senderName),
      replyTo: given(mail.replyTo),
      reminder: { es: given(mail.reminder.es), en: given(mail.reminder.en) },
    },
    reminderDays: reminders.isOn ? daysIn(reminders.days) : [],
    returnUrl: given(settings.returnUrl),
    embedOrigins: originsIn(settings.embedOrigins),
  };
}

function originsIn(typed: string): string[] | null {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  return words.length > 0 ? words : null;
}

/**
 * Days typed in the field. Null, meaning the default, if there are none. Other text becomes 0, which the
 * server rejects.
 */
function daysIn(typed: string): number[] | null {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  return words.length > 0 ? words.map((word) => Number(word) || 0) : null;
}

const given = (text: string): string | null => text.trim() || null;
