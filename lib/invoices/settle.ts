import { and, eq } from 'drizzle-orm';
import type { FoundInvoice } from '#lib/arca/find-invoice.ts';
import type { AuthorityMessage } from '#lib/arca/wsfe.ts';
import type { Context } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { StoredFault, StoredMessage } from '#lib/faults/fault.ts';
import { log } from '#lib/log.ts';
import { enqueue } from '#lib/queue.ts';
import { stampEntry } from '#lib/silo/stamp-entry.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { invoiceQrUrl } from './qr.ts';
import { sendSoon } from './series.ts';
import type { Submission } from './submissions.ts';
import { removeUnclaimed } from './unclaimed.ts';

/** One submission, as it was read, and when. */
export interface Attempt {
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
    await also(tx);
    await enqueue(tx, submission, 'job-wake', { ref: id });
  });
}

/** Stores the number before the authority hears it. */
export async function takeNumber({ submission }: Attempt, number: number): Promise<Submission> {
  const [numbered] = await database()
    .update(invoiceSubmissions)
    .set({ status: 'sending', number, nextAttemptAt: null })
    .where(and(eq(invoiceSubmissions.id, submission.id), eq(invoiceSubmissions.status, 'queued')))
    .returning();
  if (!numbered) throw new Error(`The submission ${submission.id} was taken by another process.`);
  return numbered;
}

/** The CAE goes into the submission and, as the invoice's number and stamps, into the entry. */
export async function authorise(
  { ctx, submission, now }: Attempt,
  { cae, caeExpiry, observations }: { cae: string; caeExpiry: string; observations: AuthorityMessage[] },
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const settled = { ...submission, cae, caeExpiry, observations };
  const change = {
    status: 'authorised' as const,
    number: submission.number,
    cae,
    caeExpiry,
    observations,
    obstacle: null,
    nextAttemptAt: null,
    settledAt: now,
  };
  await write(submission, change, async (tx) => {
    await stampInvoice(tx, ctx, settled);
    await also(tx);
  });
}

/** It was authorized in a time that this database does not remember: the voucher is its own from now on. */
export const claim = (attempt: Attempt, voucher: FoundInvoice): Promise<void> => {
  const submission = { ...attempt.submission, number: voucher.number };
  return authorise({ ...attempt, submission }, voucher, (tx) =>
    removeUnclaimed(tx, submission, voucher.number),
  );
};

/** The number stays free: the next invoice of the series takes it. */
export async function refuse({ ctx, submission, now }: Attempt, faults: StoredFault[]): Promise<void> {
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

export const withdraw = ({ submission, now }: Attempt): Promise<void> =>
  write(submission, { status: 'withdrawn', settledAt: now });

/** Back to its place in the series: the number belongs to another document. */
export const giveUpNumber = ({ submission }: Attempt): Promise<void> =>
  write(submission, { status: 'queued', number: null });

/** Tries again in `seconds`. */
export async function putOff(
  { ctx, submission, now }: Attempt,
  obstacle: StoredMessage,
  seconds: number,
): Promise<void> {
  const nextAttemptAt = new Date(now.getTime() + seconds * 1_000);
  const { code } = obstacle;
  log().warn({ workspace: ctx.workspace.id, submission: submission.id, code, seconds }, 'an invoice waits');
  await write(submission, { attempts: submission.attempts + 1, nextAttemptAt, obstacle }, (tx) =>
    sendSoon(tx, submission, nextAttemptAt),
  );
}

/** The number and the authority's marks, as the invoice carries them from now on. */
async function stampInvoice(tx: Transaction, ctx: Context, submission: Submission): Promise<void> {
  const { entryId, cuit, number, cae, caeExpiry, request } = submission;
  if (number === null || !cae || !caeExpiry) throw new Error(`The submission ${submission.id} has no CAE.`);
  const code = String(number);
  const stamps = [
    { prv: 'arca-cae', val: cae },
    { prv: 'arca-cae-expiry', val: caeExpiry },
    { prv: 'arca-qr', val: invoiceQrUrl({ cuit, number, cae, request }) },
  ];
  await stampEntry(tx, ctx, entryId, { code }, stamps);
  await publishEvent(tx, ctx, 'invoice.authorised', {
    entryId,
    data: { series: String(submission.pointOfSale), code },
  });
}
