import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, isNotNull } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { type MailKind, mails } from '#lib/database/tables/mails.ts';
import { isUnsent } from '#lib/mail/mails.ts';
import { sendQueuedMail } from '#lib/mail-worker.ts';
import { readMail } from './mail-server.ts';

/** Sends the queued mails about something like the worker, whether they are due or not. */
export async function sendMailsAbout(subject: string, now?: Date): Promise<void> {
  const isQueued = and(eq(mails.subject, subject), isUnsent, isNotNull(mails.due));
  const queued = await database().select({ mailId: mails.id }).from(mails).where(isQueued);
  for (const mail of queued) await sendQueuedMail(mail, now);
}

/** Mails about something that were written to files, oldest first. */
export async function filedMailsAbout(dataDir: string, subject: string, kind?: MailKind) {
  const isThis = and(eq(mails.subject, subject), kind && eq(mails.kind, kind));
  const rows = await database().select({ id: mails.id }).from(mails).where(isThis);
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => rows.some(({ id }) => name.startsWith(id)))
    .map((name) => readMail(readFileSync(join(folder, name))));
}
