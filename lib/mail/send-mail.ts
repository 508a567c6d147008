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
import { oncePerProcess } from '#lib/process-values.ts';
import { type Block, type createMailTexts, literalText, oneLine } from './letter.ts';

export interface Mail {
  /** One bare address, as `MailAddress` parses it. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Display name; the address is the installation's. */
  senderName?: string | undefined;
  replyTo?: string | undefined;
  attachments?: Attachment[];
  /** `<id@host>`, the same for each attempt, so that mailboxes recognize duplicates. */
  messageId: string;
}

interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export type Sent =
  | { kind: 'sent' }
  /** No mail server is configured; the mail was written to this file. */
  | { kind: 'preview'; file: string }
  /** The server permanently refuses this mail. `detail` may be shown to people. */
  | { kind: 'refused'; detail: string };

/** Sends a mail. @throws Error for a failure that may pass: no connection, a failed login, a 4xx reply. */
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
  if (!SMTP_URL) return { kind: 'preview', file: await writePreview(mail) };
  try {
    await server(SMTP_URL).sendMail(messageOf(mail));
    return { kind: 'sent' };
  } catch (error) {
    const { code = 'unknown', message, permanent, response } = error as NodemailerError;
    const detail = showable(response ?? message);
    if (permanent && mailErrorCodes.has(code)) return { kind: 'refused', detail };
    // Omits the original error, whose text may quote the mail.
    throw Object.assign(new Error(`The mail was not sent: ${detail}`), { code });
  }
}

/** Error codes about the mail itself, not about the connection or the login. */
const mailErrorCodes = new Set(['EENVELOPE', 'EMESSAGE']);
const timeoutMs = 15_000;

/** Encrypts the connection from the start for smtps://, and by STARTTLS, if the server offers it, for smtp://. */
const server = (url: string) =>
  oncePerProcess('mail-server', () =>
    nodemailer.createTransport({
      url,
      connectionTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    }),
  );

/** Connects and logs in without sending anything. @throws Error if that fails */
export const checkMailServer = async (url: string): Promise<void> => void (await server(url).verify());

const messageOf = ({ to, senderName, replyTo, ...mail }: Mail): SendMailOptions => ({
  ...mail,
  from: fromOf(senderName),
  // Objects, because a string would be parsed for display names and further addresses.
  to: { name: '', address: to },
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  // RFC 3834: suppresses automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** The workspace may choose the name, so characters that could make it look like an address are removed. */
function fromOf(senderName: string | undefined): NonNullable<SendMailOptions['from']> {
  const configured = env().MAIL_FROM ?? 'Alta <alta@localhost>';
  const name = oneLine(senderName ?? '').replace(/[@<>"]/g, '');
  if (!name) return configured;
  return { name, address: /<([^<>]*)>\s*$/.exec(configured)?.[1] ?? configured.trim() };
}

/** The From header as text: `Mercado Sur <alta@example.com>`. */
export function senderLine(senderName: string | undefined): string {
  const from = fromOf(senderName);
  if (typeof from === 'string') return from;
  return Array.isArray(from) ? '' : `${from.name} <${from.address}>`;
}

async function writePreview(mail: Mail): Promise<string> {
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
 * Masks e-mail addresses and links in a server's reply. Spam filters quote the link that they object to, and
 * anybody with the link can open the registration.
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
 * Display name of an address. Refuses line breaks, which would begin a header, and addresses, which could be
 * mistaken for the sender's.
 */
export const DisplayName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(64, 'must have at most 64 characters')
  .refine((name) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name), 'must be one line of plain letters')
  .refine((name) => !/[@<>"]/.test(name), 'must be a name, without an address or quotation marks');

/** `ana@example.com` -> `a…@example.com`, for texts that others than the mailbox's owner see. */
export const maskAddress = (address: string): string =>
  address.replace(/^(\P{C})[^@]*@/u, (_, first: string) => `${first}…@`);

export interface Sender {
  name: string;
  environment: Environment;
  contactEmail?: string | undefined;
  /** Name in the From header. Default: `name`. */
  senderName?: string | undefined;
  /** Reply address. Default: `contactEmail`. */
  replyTo?: string | undefined;
  /** Paragraphs that precede the text of an invitation and of a reminder. */
  greeting?: WorkspaceText | undefined;
  reminder?: WorkspaceText | undefined;
  /** Button colour, with white text on it. */
  colour?: Colour | undefined;
}

/** A text written by the workspace, in one or more languages. */
export type WorkspaceText = Partial<Record<Locale, string | undefined>>;

type Translate = ReturnType<typeof createMailTexts>;

/** Returns the address for questions; undefined if the workspace has no valid one. */
const contactOf = ({ contactEmail }: Pick<Sender, 'contactEmail'>): string | undefined =>
  MailAddress.safeParse(contactEmail).data;

export const envelopeOf = (sender: Sender): Pick<Mail, 'senderName' | 'replyTo'> => ({
  senderName: sender.senderName ?? sender.name,
  replyTo: MailAddress.safeParse(sender.replyTo).data ?? contactOf(sender),
});

/** Returns the text in the reader's language, otherwise in Spanish, which all readers understand a little. */
export const workspaceTextIn = (own: WorkspaceText | undefined, locale: Locale) => {
  const textLocale = own?.[locale] ? locale : 'es-AR';
  const text = own?.[textLocale];
  return text ? { text, locale: textLocale } : undefined;
};

export function workspaceTextBlocks(own: WorkspaceText | undefined, locale: Locale): Block[] {
  const text = workspaceTextIn(own, locale);
  return text ? [{ kind: 'paragraph', content: literalText(text.text) }] : [];
}

/** States the sender, and whether they ask for something. In the sandbox, also warns that the mail is only a test. */
export const greetingBlock = (
  t: Translate,
  { name: holder, environment }: Sender,
  line: 'frame.asks' | 'mail.notice' = 'frame.asks',
): Block[] => [
  { kind: 'over', content: t(line, { holder }) },
  ...(environment === 'sandbox' ? [{ kind: 'warning' as const, content: t('mail.sandbox') }] : []),
];

/** States what Alta never asks for, and the contact for questions. */
export function signatureBlocks(t: Translate, sender: Sender): Block[] {
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
