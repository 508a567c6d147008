import { and, asc, desc, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type Context, reader } from '#lib/context.ts';
import { type Database, database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import type { CodedMessage } from '#lib/faults/fault.ts';
import { askedSeries, ofSeries, type Series, sendSoon } from './series.ts';

export type Submission = typeof invoiceSubmissions.$inferSelect;

/** Why an invoice is not through yet. */
export type Obstacle = CodedMessage;

const activeStatuses = ['queued', 'sending', 'authorised'] as const;

/** The invoice's way to the authority: the one that counts, or else what became of it in the job. */
export async function findSubmission(
  ctx: Context,
  { entryId, jobId }: { entryId: string; jobId?: string },
): Promise<Submission | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
        eq(invoiceSubmissions.entryId, entryId),
        or(
          inArray(invoiceSubmissions.status, activeStatuses),
          jobId ? eq(invoiceSubmissions.jobId, jobId) : undefined,
        ),
      ),
    )
    .orderBy(desc(invoiceSubmissions.createdAt), desc(invoiceSubmissions.id))
    .limit(1);
  return row;
}

/** The invoice's last way to the authority, whatever became of it. */
export async function lastSubmission(ctx: Context, entryId: string): Promise<Submission | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(invoiceSubmissions)
    .where(and(eq(invoiceSubmissions.workspaceId, ctx.workspace.id), eq(invoiceSubmissions.entryId, entryId)))
    .orderBy(desc(invoiceSubmissions.createdAt), desc(invoiceSubmissions.id))
    .limit(1);
  return row;
}

/** Puts an invoice in its place in the series. Where that was done already, what is there is given: `isNew` tells. */
export async function submit(
  tx: Transaction,
  ctx: Context,
  {
    entryId,
    job,
    cuit,
    request,
  }: {
    entryId: string;
    job: { id: string; createdAt: Date };
    cuit: string;
    request: AuthorityAmounts;
  },
): Promise<{ submission: Submission; isNew: boolean }> {
  const series: Series = {
    environment: ctx.workspace.environment,
    cuit,
    pointOfSale: request.PtoVta,
    documentType: request.CbteTipo,
  };
  const [submitted] = await tx
    .insert(invoiceSubmissions)
    .values({
      id: uuidv7(),
      workspaceId: ctx.workspace.id,
      entryId,
      jobId: job.id,
      jobCreatedAt: job.createdAt,
      ...series,
      status: 'queued',
      request,
    })
    .onConflictDoNothing()
    .returning();
  const submission = submitted ?? (await findSubmission({ ...ctx, tx }, { entryId, jobId: job.id }));
  if (!submission) throw new Error(`The invoice ${entryId} could not be queued.`);
  if (submitted) await sendSoon(tx, submitted);
  return { submission, isNew: submitted !== undefined };
}

/**
 * Whose turn it is: an invoice whose number is out, else the first in order. One that was put off keeps its
 * workspace's others behind it until its time has come.
 */
export async function nextInSeries(series: Series, now: Date): Promise<NextSubmission | undefined> {
  const isWaiting = ({ submission }: NextSubmission) =>
    submission.nextAttemptAt && submission.nextAttemptAt > now;
  const heads = await headsOfSeries().execute({ ...series });
  const sending = heads.find(({ submission }) => submission.status === 'sending');
  if (sending) return isWaiting(sending) ? undefined : sending;
  const behind: string[] = [];
  for (let [first] = heads; ; [first] = await firstOf(database(), series, 'queued', behind)) {
    if (!first || !isWaiting(first)) return first;
    behind.push(first.submission.workspaceId);
  }
}

/** With the end of the job that brought it, if it has ended. */
export interface NextSubmission {
  submission: Submission;
  jobEndedAt: Date | null;
}

const firstOf = (
  db: Database,
  series: Series | typeof askedSeries,
  status: 'queued' | 'sending',
  without: string[] = [],
) =>
  db
    .select({ submission: invoiceSubmissions, jobEndedAt: jobs.completedAt })
    .from(invoiceSubmissions)
    .innerJoin(jobs, eq(jobs.id, invoiceSubmissions.jobId))
    .where(
      and(
        ofSeries(invoiceSubmissions, series),
        // Written out: a plan made for any status passes the index of those on their way by.
        sql`${invoiceSubmissions.status} = ${sql.raw(`'${status}'`)}`,
        without.length ? notInArray(invoiceSubmissions.workspaceId, without) : undefined,
      ),
    )
    .orderBy(asc(invoiceSubmissions.jobCreatedAt), asc(invoiceSubmissions.jobId))
    .limit(1);

const headsOfSeries = preparedOnce((db) =>
  firstOf(db, askedSeries, 'sending')
    .unionAll(firstOf(db, askedSeries, 'queued'))
    .prepare('heads_of_series'),
);
