import { and, eq, max, sql } from 'drizzle-orm';
import type { AuthorityMessage } from '#lib/arca/wsfe.ts';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { Fault } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { enqueue } from '#lib/queue.ts';
import { ofSeries, sendSoon } from './series.ts';
import { stampInvoice } from './stamp-invoice.ts';
import type { Obstacle, Submission } from './submissions.ts';

/** One submission, as it was read, and when. */
export interface Turn {
  ctx: Context;
  submission: Submission;
  now: Date;
}

/** What was found out about a submission, written only while it still stands as it was read. */
async function write(
  submission: Submission,
  change: Partial<typeof invoiceSubmissions.$inferInsert>,
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const { id, status } = submission;
  await database().transaction(async (tx) => {
    const [changed] = await tx
      .update(invoiceSubmissions)
      .set(change)
      .where(and(eq(invoiceSubmissions.id, id), eq(invoiceSubmissions.status, status)))
      .returning({ id: invoiceSubmissions.id });
    if (!changed) return;
    await also(tx as Transaction);
    await enqueue(tx as Transaction, 'job-wake', { ref: id });
  });
}

/**
 * Stores the number before the authority hears it. In live an authority whose last number lies before one that it
 * gave a CAE for is not believed; a sandbox is emptied now and then, and starts again at 1.
 */
export async function takeNumber(
  { ctx, submission }: Turn,
  number: number,
): Promise<Submission | 'went-back'> {
  if (ctx.workspace.environment === 'live' && number <= (await lastAuthorised(submission)))
    return 'went-back';
  const [numbered] = await database()
    .update(invoiceSubmissions)
    .set({ status: 'sending', number, nextAttemptAt: null })
    .where(and(eq(invoiceSubmissions.id, submission.id), eq(invoiceSubmissions.status, 'queued')))
    .returning();
  if (!numbered) throw new Error(`The submission ${submission.id} was taken by another process.`);
  return numbered;
}

async function lastAuthorised(submission: Submission): Promise<number> {
  const [row] = await database()
    .select({ number: max(invoiceSubmissions.number) })
    .from(invoiceSubmissions)
    .where(and(ofSeries(invoiceSubmissions, submission), sql`${invoiceSubmissions.cae} is not null`));
  return row?.number ?? 0;
}

/** The CAE goes into the submission and, as the invoice's number and stamps, into the entry. */
export async function authorise(
  { ctx, submission, now }: Turn,
  { cae, caeExpiry, observations }: { cae: string; caeExpiry: string; observations: AuthorityMessage[] },
): Promise<void> {
  const settled = { ...submission, cae, caeExpiry, observations };
  const change = {
    status: 'authorised' as const,
    cae,
    caeExpiry,
    observations,
    obstacle: null,
    nextAttemptAt: null,
    settledAt: now,
  };
  await write(submission, change, (tx) => stampInvoice(tx, ctx, settled));
}

/** The number stays free: the next invoice of the series takes it. */
export async function refuse({ ctx, submission, now }: Turn, faults: Fault[]): Promise<void> {
  const codes = faults.map(({ code }) => code);
  log().info({ workspace: ctx.workspace.id, submission: submission.id, codes }, 'an invoice was refused');
  await write(submission, {
    status: 'refused',
    number: null,
    faults,
    obstacle: null,
    nextAttemptAt: null,
    settledAt: now,
  });
}

export const withdraw = ({ submission, now }: Turn): Promise<void> =>
  write(submission, { status: 'withdrawn', settledAt: now });

/** Back to its place in the series: the number belongs to another document. */
export const giveUpNumber = ({ submission }: Turn): Promise<void> =>
  write(submission, { status: 'queued', number: null });

/** Tries again in `seconds`. */
export async function putOff(
  { ctx, submission, now }: Turn,
  obstacle: Obstacle,
  seconds: number,
): Promise<void> {
  const nextAttemptAt = new Date(now.getTime() + seconds * 1_000);
  const { code } = obstacle;
  log().warn({ workspace: ctx.workspace.id, submission: submission.id, code, seconds }, 'an invoice waits');
  await write(submission, { attempts: submission.attempts + 1, nextAttemptAt, obstacle }, (tx) =>
    sendSoon(tx, submission, nextAttemptAt),
  );
}
