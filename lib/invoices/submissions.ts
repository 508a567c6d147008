import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { InvoiceRequest } from '#lib/arca/invoicing.ts';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { batchLoader, inOrderOf } from '#lib/database/sets.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { CodedMessage } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';
import { nameOf, ofSeries, type Series, sendSoon } from './series.ts';

export type Submission = typeof invoiceSubmissions.$inferSelect;

/** Reason why an invoice is not authorized yet. */
export type Obstacle = CodedMessage;

/**
 * Statuses of submissions with an open outcome: the authority may have authorized them, or may still do so.
 */
export const onTheirWay: Submission['status'][] = ['queued', 'sending', 'unconfirmed'];

/** Whether the authority may still authorize it by a request it has not answered. */
export const mayBeUnderWay = ({ unansweredNumbers, underWayUntil }: Submission, now: Date): boolean =>
  unansweredNumbers.length > 0 && underWayUntil !== null && underWayUntil > now;

/** Deciding submission of an invoice: one on its way or authorized, from any job, else that of `jobId`. */
export async function findSubmission(
  ctx: Context,
  { entryId, jobId }: { entryId: string; jobId?: string },
): Promise<Submission | undefined> {
  return decisiveOf(ctx, await submissionsOf(reader(ctx), entryId), jobId);
}

/** Like `findSubmission`, for submissions already read, newest first. */
export const decisiveOf = (
  ctx: Context,
  ofEntry: readonly Submission[],
  jobId?: string,
): Submission | undefined =>
  ofEntry.find(
    ({ workspaceId, status, ...submission }) =>
      workspaceId === ctx.workspace.id &&
      (status === 'authorised' || onTheirWay.includes(status) || submission.jobId === jobId),
  );

/** All submissions of an entry, newest first. */
export const submissionsOf = batchLoader(
  async (db: ReturnType<typeof reader>, entryIds: readonly string[]): Promise<Submission[][]> => {
    const rows = await db
      .select()
      .from(invoiceSubmissions)
      .where(inArray(invoiceSubmissions.entryId, [...entryIds]))
      .orderBy(desc(invoiceSubmissions.createdAt), desc(invoiceSubmissions.id));
    const byEntry = Map.groupBy(rows, ({ entryId }) => entryId);
    return entryIds.map((entryId) => byEntry.get(entryId) ?? []);
  },
);

/** The invoice's latest submission, whatever its outcome. */
export async function lastSubmission(ctx: Context, entryId: string): Promise<Submission | undefined> {
  requirePermission(ctx, 'invoices:read');
  const [row] = await reader(ctx)
    .select()
    .from(invoiceSubmissions)
    .where(and(eq(invoiceSubmissions.workspaceId, ctx.workspace.id), eq(invoiceSubmissions.entryId, entryId)))
    .orderBy(desc(invoiceSubmissions.createdAt), desc(invoiceSubmissions.id))
    .limit(1);
  return row;
}

/**
 * Queues an invoice in its series; returns the existing submission (`isNew` false) if that was done before.
 * @param earlier the entry's previous submissions: their unanswered numbers stay on record, so that a voucher
 * of theirs is found before the invoice gets another number
 */
export async function submit(
  tx: Transaction,
  ctx: Context,
  {
    entryId,
    job,
    cuit,
    series: { pointOfSale, documentType },
    request,
    earlier,
  }: {
    entryId: string;
    job: { id: string; createdAt: Date };
    cuit: string;
    series: Pick<Series, 'pointOfSale' | 'documentType'>;
    request: InvoiceRequest;
    earlier: readonly Submission[];
  },
): Promise<{ submission: Submission; isNew: boolean }> {
  const series: Series = {
    environment: ctx.workspace.environment,
    cuit,
    pointOfSale,
    documentType,
  };
  const submitted = await insert(tx, {
    id: uuidv7(),
    workspaceId: ctx.workspace.id,
    entryId,
    jobId: job.id,
    jobCreatedAt: job.createdAt,
    ...series,
    status: 'queued',
    request,
    unansweredNumbers: earlier.find((each) => nameOf(each) === nameOf(series))?.unansweredNumbers ?? [],
  });
  const submission = submitted ?? (await findSubmission({ ...ctx, tx }, { entryId, jobId: job.id }));
  if (!submission) throw new Error(`The invoice ${entryId} could not be queued.`);
  if (submitted) await sendSoon(tx, submitted);
  return { submission, isNew: submitted !== undefined };
}

/**
 * Hands an unconfirmed invoice over to another job: it is sent again unchanged, under the same number unless
 * that has been taken. Undefined if its outcome has become known meanwhile.
 */
export async function takeOver(
  tx: Transaction,
  { id }: Submission,
  job: { id: string; createdAt: Date },
): Promise<Submission | undefined> {
  const [updated] = await tx
    .update(invoiceSubmissions)
    .set({
      status: 'queued',
      jobId: job.id,
      jobCreatedAt: job.createdAt,
      faults: [],
      obstacle: null,
      attempts: 0,
      nextAttemptAt: null,
    })
    .where(and(eq(invoiceSubmissions.id, id), eq(invoiceSubmissions.status, 'unconfirmed')))
    .returning();
  if (updated) await sendSoon(tx, updated);
  return updated;
}

const insert = batchLoader(
  async (tx: Transaction, rows: readonly (typeof invoiceSubmissions.$inferInsert)[]) => {
    const inserted = await tx
      .insert(invoiceSubmissions)
      .values([...rows])
      .onConflictDoNothing()
      .returning();
    return inOrderOf(
      rows.map(({ id }) => id),
      inserted,
      ({ id }) => id,
    );
  },
);

/**
 * Sends the series of an invoice that was put off now, with the workspace's others in it. Ignores an invoice
 * that is not on its way.
 */
export async function sendNow(tx: Transaction, { workspace }: Context, id: string): Promise<void> {
  const { workspaceId, status, nextAttemptAt } = invoiceSubmissions;
  const [submission] = await tx
    .select()
    .from(invoiceSubmissions)
    .where(and(eq(invoiceSubmissions.id, id), eq(workspaceId, workspace.id), inArray(status, onTheirWay)));
  if (!submission) return;
  const { environment, cuit, pointOfSale, documentType } = submission;
  const series: Series = { environment, cuit, pointOfSale, documentType };
  await tx
    .update(invoiceSubmissions)
    .set({ nextAttemptAt: null })
    .where(
      and(
        ofSeries(invoiceSubmissions, series),
        eq(workspaceId, workspace.id),
        inArray(status, onTheirWay),
        isNotNull(nextAttemptAt),
      ),
    );
  await sendSoon(tx, submission);
}
