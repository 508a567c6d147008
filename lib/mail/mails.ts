import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areRecent } from '#lib/age.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type MailData, type MailKind, type MailRow, mails } from '#lib/database/tables/mails.ts';
import { enqueue, type Lane, laneOf } from '#lib/queue.ts';
import { dayMs } from '#lib/time.ts';
import type { Letter } from './letter.ts';
import type { Mail } from './send-mail.ts';

type WorkspaceOfMail = { id: string; environment: Environment };

export interface NewMail<Kind extends MailKind> {
  kind: Kind;
  /** Null for account mails. */
  workspace: WorkspaceOfMail | null;
  subject: string;
  key?: string;
  to?: string;
  data: MailData[Kind];
  /** Default: now. Null for a mail that waits for `bringForward`. */
  due?: Date | null;
}

/**
 * Queues a mail in the caller's transaction: it is sent only if the transaction commits.
 * @returns the id of the mail; undefined if one with the same key exists
 */
export async function queueMail<Kind extends MailKind>(
  tx: Transaction,
  { workspace, due, ...mail }: NewMail<Kind>,
  now = new Date(),
): Promise<string | undefined> {
  const row = { ...mail, id: uuidv7(), workspaceId: workspace?.id, createdAt: now };
  const dueAt = due === undefined ? now : due;
  const [queued] = await tx
    .insert(mails)
    .values({ ...row, due: dueAt })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id });
  if (queued && dueAt) {
    const startAfter = dueAt > now ? dueAt : undefined;
    await enqueue(tx, laneOfMail(workspace, mail), 'mail', { mailId: queued.id }, startAfter);
  }
  return queued?.id;
}

/** Makes unsent mails about these subjects due now. Waits while the outcome of one is being recorded. */
export async function bringForward(
  tx: Transaction,
  workspace: WorkspaceOfMail,
  { kinds, subjects }: { kinds: MailKind[]; subjects: string[] },
  now = new Date(),
): Promise<void> {
  const waiting = await tx
    .select()
    .from(mails)
    .where(and(inArray(mails.kind, kinds), inArray(mails.subject, subjects), isUnsent))
    .for('update');
  for (const mail of waiting) {
    if (mail.due && mail.due <= now) continue;
    await tx.update(mails).set({ due: now }).where(eq(mails.id, mail.id));
    await enqueue(tx, laneOfMail(workspace, mail), 'mail', { mailId: mail.id });
  }
}

/**
 * Counts the mails of a kind to an address within a day, across all workspaces. Locks the address until the
 * transaction ends, so that no concurrent mail exceeds a limit.
 */
export async function countMailsToAddress(
  tx: Transaction,
  to: string,
  isOfKind: SQL | undefined,
  now: Date,
): Promise<number> {
  const address = normaliseAddress(to);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`);
  return tx.$count(mails, and(eq(mails.to, address), isOfKind, isWithinDay(now)));
}

export const isWithinDay = (now: Date): SQL => areRecent(mails.createdAt, dayMs, now);

/** Normal form in which mails to an address are counted. */
export const normaliseAddress = (address: string): string => address.toLowerCase();

/** Condition for mails that were neither sent nor refused. */
export const isUnsent = and(isNull(mails.sentAt), isNull(mails.refusedAt));

/** Account mails belong to no workspace: each account has its own lane. */
export const laneOfMail = (
  workspace: WorkspaceOfMail | null,
  { kind, subject }: Pick<MailRow, 'kind' | 'subject'>,
): Lane =>
  workspace ? { ...laneOf(workspace), mailKind: kind } : { environment: 'live', workspaceId: subject };

export interface AddressedLetter extends Letter, Pick<Mail, 'to' | 'senderName' | 'replyTo' | 'attachments'> {
  /**
   * Set only if each attempt sends a different text. Default: derived from the mail's id, so that mailboxes
   * drop duplicates.
   */
  messageId?: string;
}

export type MailOutcome = { sentAt: Date } | { refusedAt: Date; reason: string };

/** Stores the consequences of the outcome. Called once, in the transaction that records the outcome. */
type RecordOutcome = (tx: Transaction, outcome: MailOutcome) => Promise<void>;

export type Composition =
  | {
      kind: 'send';
      letters: AddressedLetter[];
      record?: RecordOutcome;
    }
  | { kind: 'refuse'; reason: string; record?: RecordOutcome }
  /** The mail is pointless now: its recipient is gone, or a later mail replaces it. */
  | { kind: 'not-needed' };

export type Composer<Kind extends MailKind> = (mail: MailRow<Kind>, now: Date) => Promise<Composition>;

export const notNeeded: Composition = { kind: 'not-needed' };
