import type { ShownMail } from '#console/_ui/shown-mail.tsx';
import type { Locale } from '#lib/i18n.ts';

/** Pages of the wizard and mails to suppliers that the settings can be seen in. */
export const previewedPages = ['start', 'details', 'certificate', 'done'] as const;
export const previewedMails = ['invitation', 'reminder', 'completed', 'expiry'] as const;
export const previewNames = [...previewedPages, ...previewedMails] as const;
export type PreviewName = (typeof previewNames)[number];

export const isMailName = (name: PreviewName): name is (typeof previewedMails)[number] =>
  previewedMails.some((mail) => mail === name);

export const previewLocales = ['es-AR', 'en'] as const satisfies readonly Locale[];

export type Preview = { kind: 'page'; html: string } | { kind: 'mail'; mail: ShownMail };
