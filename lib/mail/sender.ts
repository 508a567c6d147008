import type { Environment } from '#lib/authority-environment.ts';
import type { Colour } from '#lib/colour.ts';
import type { Locale } from '#lib/i18n.ts';
import { MailAddress } from './address.ts';
import type { Block } from './letter.ts';
import type { Mail } from './send-mail.ts';
import { asWritten, type createMailTexts } from './texts.ts';

/** The workspace that asks the supplier for something. */
export interface Sender {
  name: string;
  environment: Environment;
  contactEmail?: string | undefined;
  /** In the From of their mails, where it is not their name. */
  senderName?: string | undefined;
  /** Where answers go, where it is not the contact's address. */
  replyTo?: string | undefined;
  /** Before what the mail with the link says, and before what a reminder says. */
  greeting?: OwnText | undefined;
  reminder?: OwnText | undefined;
  /** Of the buttons, with white on it. */
  colour?: Colour | undefined;
}

/** A text of their own, in the languages that they wrote it in. */
export type OwnText = Partial<Record<Locale, string | undefined>>;

type Translate = ReturnType<typeof createMailTexts>;

/** Where questions go; undefined when the workspace has no address that a mail can be sent to. */
const contactOf = ({ contactEmail }: Pick<Sender, 'contactEmail'>): string | undefined =>
  MailAddress.safeParse(contactEmail).data;

/** From whom a mail to a supplier is, and who gets the answer. */
export const envelopeOf = (sender: Sender): Pick<Mail, 'senderName' | 'replyTo'> => ({
  senderName: sender.senderName ?? sender.name,
  replyTo: MailAddress.safeParse(sender.replyTo).data ?? contactOf(sender),
});

/** In the reader's language, else in Spanish, which all of them know something of. */
export const ownTextIn = (own: OwnText | undefined, locale: Locale) => {
  const known = own?.[locale] ? locale : 'es-AR';
  const text = own?.[known];
  return text ? { text, locale: known } : undefined;
};

/** The sender's own words, before ours. */
export function ownBlock(own: OwnText | undefined, locale: Locale): Block[] {
  const text = ownTextIn(own, locale);
  return text ? [{ kind: 'paragraph', content: asWritten(text.text) }] : [];
}

/** Whom it is from, and whether it is a rehearsal. */
export const opening = (t: Translate, { name: holder, environment }: Sender): Block[] => [
  { kind: 'over', content: t('frame.asks', { holder }) },
  ...(environment === 'sandbox' ? [{ kind: 'warning' as const, content: t('mail.sandbox') }] : []),
];

/** What keeps the supplier safe, and whom to ask. */
export function closing(t: Translate, sender: Sender): Block[] {
  const holder = sender.name;
  const email = contactOf(sender);
  return [
    { kind: 'panel', content: t('mail.neverAsk') },
    {
      kind: 'paragraph',
      content: email ? t('mail.help', { holder, email }) : t('mail.helpName', { holder }),
    },
  ];
}
