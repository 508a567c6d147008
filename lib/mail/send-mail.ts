import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodemailerError, SendMailOptions } from 'nodemailer';
import nodemailer from 'nodemailer';
import { z } from 'zod';
import type { Environment } from '#lib/authority-environment.ts';
import type { Colour } from '#lib/colour.ts';
import { claimDataDirectory } from '#lib/data-directory.ts';
import { env } from '#lib/env.ts';
import type { Locale } from '#lib/i18n.ts';
import { mails } from '#lib/metrics.ts';
import { shared } from '#lib/shared.ts';
import { asWritten, type Block, type createMailTexts, oneLine } from './letter.ts';

export interface Mail {
  /** One bare address, as `MailAddress` parses it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In whose name it is sent; the address is the installation's. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  /** `<id@host>`, the same each time the same mail is sent: mailboxes know it again by that. */
  messageId: string;
}

export type Sent =
  | { kind: 'sent' }
  /** There is no mail server: the mail is in this file. */
  | { kind: 'preview'; file: string }
  /** The server will not take this mail, however often it is offered. `detail` is fit to be shown. */
  | { kind: 'refused'; detail: string };

/** @throws Error when it may work the next time: no connection, a login that fails, a reply of 4xx. */
export async function sendMail(mail: Mail): Promise<Sent> {
  try {
    const sent = await send(mail);
    mails().inc({ result: sent.kind });
    return sent;
  } catch (error) {
    mails().inc({ result: 'failed' });
    throw error;
  }
}

async function send(mail: Mail): Promise<Sent> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) return { kind: 'preview', file: await keepAsFile(mail) };
  try {
    await server(SMTP_URL).sendMail(messageOf(mail));
    return { kind: 'sent' };
  } catch (error) {
    const { code = 'unknown', message, permanent, response } = error as NodemailerError;
    const detail = showable(response ?? message);
    if (permanent && ofTheMail.has(code)) return { kind: 'refused', detail };
    // Without its cause: that quotes what the server says, which may quote the mail.
    throw Object.assign(new Error(`The mail was not sent: ${detail}`), { code });
  }
}

/** Where the reply is about this mail, not about the connection or the login. */
const ofTheMail = new Set(['EENVELOPE', 'EMESSAGE']);
const timeoutMs = 15_000;

/** Encryption is what the address says: smtps:// from the start, smtp:// as soon as the server offers it. */
const server = (url: string) =>
  shared('mail-server', () =>
    nodemailer.createTransport({
      url,
      connectionTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    }),
  );

/** Connects and logs in, and sends nothing. @throws Error when that fails */
export const greetServer = async (url: string): Promise<void> => void (await server(url).verify());

const messageOf = ({ to, senderName, replyTo, ...mail }: Mail): SendMailOptions => ({
  ...mail,
  from: fromOf(senderName),
  // As objects: a text would be parsed for display names and further addresses.
  to: { name: '', address: to },
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  // RFC 3834: nobody's holiday notice answers it.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** The name as an object, too, and without what could be taken for an address: it may be a workspace's own. */
function fromOf(senderName: string | undefined): NonNullable<SendMailOptions['from']> {
  const configured = env().MAIL_FROM ?? 'Alta <alta@localhost>';
  const name = oneLine(senderName ?? '').replace(/[@<>"]/g, '');
  if (!name) return configured;
  return { name, address: /<([^<>]*)>\s*$/.exec(configured)?.[1] ?? configured.trim() };
}

async function keepAsFile(mail: Mail): Promise<string> {
  const { message } = await nodemailer
    .createTransport({ streamTransport: true, buffer: true })
    .sendMail(messageOf(mail));
  claimDataDirectory(env().DATA_DIR);
  const directory = join(env().DATA_DIR, 'mail');
  const file = join(directory, fileNameOf(mail.messageId));
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(file, message, { mode: 0o600 });
  return file;
}

const fileNameOf = (messageId: string) =>
  `${messageId.replace(/^<|>$/g, '').replace(/[^\w.@-]/g, '_')}`.slice(0, 200).concat('.eml');

/**
 * A server's reply without what it may quote of the mail: addresses of people, and of pages, which hold what
 * opens a registration. A filter names the link that it does not like.
 */
const showable = (reply: string): string =>
  reply
    .slice(0, 2_000)
    .replace(/[^\s<>"']+@[^\s<>"']+/g, maskAddress)
    .replace(/\S*:\/\/\S*|[0-9A-Za-z]{20,}/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 300);

/** One bare address: no display name, no list, no line break. */
export const MailAddress = z.email({ error: 'must be an e-mail address' }).max(254);

/**
 * The name beside an address. A line break would begin a header, and an address in a name passes for where the mail
 * is from: both are refused, not mended.
 */
export const DisplayName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(64, 'must have 64 characters at the most')
  .refine((name) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name), 'must be one line of plain letters')
  .refine((name) => !/[@<>"]/.test(name), 'must be a name, without an address or quotation marks');

/** `ana@example.com` -> `a…@example.com`, for texts that more people read than the mailbox's owner. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\P{C})[^@]*@/u, (_, first: string) => `${first}…@`);

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
