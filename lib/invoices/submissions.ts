import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { InvoiceRequest } from '#lib/arca/invoicing.ts';
import { type Context, reader } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { CodedMessage } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';
import { isInSeries, type Series, scheduleSend, seriesName } from './series.ts';

export type Submission = typeof invoiceSubmissions.$inferSelect;

/** Reason why an invoice is not authorized yet. */
export type Obstacle = CodedMessage;

/** Statuses before the final outcome: the authority may have authorized the submission, or may still do so. */
export const openStatuses: Submission['status'][] = ['queued', 'sending', 'unconfirmed'];

/** True if the authority may still process a request of the submission that it has not answered. */
export const hasPendingRequest = ({ unansweredNumbers, underWayUntil }: Submission, now: Date): boolean =>
  unansweredNumbers.length > 0 && underWayUntil !== null && underWayUntil > now;

/**
 * Finds the open or authorized submission of an invoice, from any job; otherwise the submission of `jobId`.
 */
export async function findSubmission(
  ctx: Context,
  { entryId, jobId }: { entryId: string; jobId?: string },
): Promise<Submission | undefined> {
  return selectDecisiveSubmission(ctx, await loadSubmissions(reader(ctx), entryId), jobId);
}

/** Like `findSubmission`, on loaded submissions, newest first. */
export const selectDecisiveSubmission = (
  ctx: Context,
  entrySubmissions: readonly Submission[],
  jobId?: string,
): Submission | undefined =>
  entrySubmissions.find(
    ({ workspaceId, status, ...submission }) =>
      workspaceId === ctx.workspace.id &&
      (status === 'authorised' || openStatuses.includes(status) || submission.jobId === jobId),
  );

/** Loads all submissions of an entry, newest first. */
export const loadSubmissions = batchLoader(
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

/** Finds the newest submission of an invoice, with any status. */
export async function findLatestSubmission(ctx: Context, entryId: string): Promise<Submission | undefined> {
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
 * Queues an invoice in its series. If it is already submitted, returns the existing submission with `isNew`
 * false.
 * @param earlierSubmissions the entry's submissions, newest first. The new one takes over the unanswered numbers
 * of the newest in the same series, which are looked up before the invoice gets another number
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
    earlierSubmissions,
  }: {
    entryId: string;
    job: { id: string; createdAt: Date };
    cuit: string;
    series: Pick<Series, 'pointOfSale' | 'documentType'>;
    request: InvoiceRequest;
    earlierSubmissions: readonly Submission[];
  },
): Promise<{ submission: Submission; isNew: boolean }> {
  const series: Series = {
    environment: ctx.workspace.environment,
    cuit,
    pointOfSale,
    documentType,
  };
  const submitted = await insertSubmissions(tx, {
    id: uuidv7(),
    workspaceId: ctx.workspace.id,
    entryId,
    jobId: job.id,
    jobCreatedAt: job.createdAt,
    ...series,
    status: 'queued',
    request,
    unansweredNumbers:
      earlierSubmissions.find((earlier) => seriesName(earlier) === seriesName(series))?.unansweredNumbers ??
      [],
  });
  const submission = submitted ?? (await findSubmission({ ...ctx, tx }, { entryId, jobId: job.id }));
  if (!submission) throw new Error(`The invoice ${entryId} could not be queued.`);
  if (submitted) await scheduleSend(tx, submitted);
  return { submission, isNew: submitted !== undefined };
}

/**
 * Hands an unconfirmed submission over to another job. It is sent again unchanged, unless a lookup of its
 * unanswered numbers finds its voucher. Undefined if the submission is no longer unconfirmed.
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
  if (updated) await scheduleSend(tx, updated);
  return updated;
}

const insertSubmissions = batchLoader(
  async (tx: Transaction, rows: readonly (typeof invoiceSubmissions.$inferInsert)[]) => {
    const inserted = await tx
      .insert(invoiceSubmissions)
      .values([...rows])
      .onConflictDoNothing()
      .returning();
    return rowsInKeyOrder(
      rows.map(({ id }) => id),
      inserted,
      ({ id }) => id,
    );
  },
);

/**
 * Sends a postponed invoice now, with the workspace's other postponed invoices of the series. Does nothing if
 * the submission is not open.
 */
export async function sendNow(tx: Transaction, { workspace }: Context, id: string): Promise<void> {
  const { workspaceId, status, nextAttemptAt } = invoiceSubmissions;
  const [submission] = await tx
    .select()
    .from(invoiceSubmissions)
    .where(and(eq(invoiceSubmissions.id, id), eq(workspaceId, workspace.id), inArray(status, openStatuses)));
  if (!submission) return;
  const { environment, cuit, pointOfSale, documentType } = submission;
  const series: Series = { environment, cuit, pointOfSale, documentType };
  await tx
    .update(invoiceSubmissions)
    .set({ nextAttemptAt: null })
    .where(
      and(
        isInSeries(invoiceSubmissions, series),
        eq(workspaceId, workspace.id),
        inArray(status, openStatuses),
        isNotNull(nextAttemptAt),
      ),
    );
  await scheduleSend(tx, submission);
}
