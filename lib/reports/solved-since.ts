import { and, eq, exists, gt, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { auditLog } from '#lib/database/tables/silo.ts';
import { jobs } from '#lib/database/tables/workflows.ts';

const later = alias(jobs, 'later');

/**
 * The jobs that failed, among the subjects of a page of the log, after which another of the same workflow came to a
 * good end on the same entry, or the invoice was authorized. By the indexes of what an entry has.
 */
export async function solvedSince(
  ctx: Context,
  rows: readonly Pick<typeof auditLog.$inferSelect, 'action' | 'subjectId'>[],
): Promise<ReadonlySet<string>> {
  const failed = rows.filter(({ action }) => action === 'job.failed').map(({ subjectId }) => subjectId);
  if (failed.length === 0) return new Set();
  const db = reader(ctx);
  const ranAgain = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.entryId, jobs.entryId),
        eq(later.workflowId, jobs.workflowId),
        eq(later.status, 'OK'),
        gt(later.completedAt, jobs.completedAt),
      ),
    );
  const authorised = db
    .select({ id: invoiceSubmissions.id })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.entryId, jobs.entryId),
        eq(invoiceSubmissions.status, 'authorised'),
        gt(invoiceSubmissions.settledAt, jobs.completedAt),
      ),
    );
  const solved = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.workspaceId, ctx.workspace.id),
        inArray(jobs.id, failed),
        or(exists(ranAgain), exists(authorised)),
      ),
    );
  return new Set(solved.map(({ id }) => id));
}
