import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type NodemailerError, type SendMailOptions } from 'nodemailer';
import { claimDataDirectory } from '#lib/data-directory.ts';
import { env } from '#lib/env.ts';
import { mails } from '#lib/metrics.ts';
import { shared } from '#lib/shared.ts';
import { maskAddress } from './address.ts';
import { oneLine } from './texts.ts';

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
