import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { ofSeries } from '#lib/invoices/series.ts';
import type { Submission } from '#lib/invoices/submissions.ts';
import { requirePermission } from '#lib/roles.ts';

/** Who has to get through before a submission; `first` is the one that is sent now, or holds them up. */
export interface QueuePosition {
  count: number;
  first: Submission | undefined;
}

/** The workspace's own: what others send from the same point of sale is theirs to know. */
export async function invoicesAhead(ctx: Context, submission: Submission): Promise<QueuePosition> {
  requirePermission(ctx, 'invoices:read');
  const { id, status, jobCreatedAt, jobId } = submission;
  if (status !== 'queued') return { count: 0, first: undefined };
  const place = sql`(${invoiceSubmissions.jobCreatedAt}, ${invoiceSubmissions.jobId})`;
  const isOut = eq(invoiceSubmissions.status, 'sending');
  const ahead = and(
    eq(invoiceSubmissions.workspaceId, ctx.workspace.id),
    ofSeries(invoiceSubmissions, submission),
    inArray(invoiceSubmissions.status, ['queued', 'sending']),
    ne(invoiceSubmissions.id, id),
    or(isOut, sql`${place} < (${jobCreatedAt.toISOString()}::timestamptz, ${jobId}::uuid)`),
  );
  const [first] = await reader(ctx)
    .select()
    .from(invoiceSubmissions)
    .where(ahead)
    .orderBy(desc(isOut), place)
    .limit(1);
  return { first, count: first ? await reader(ctx).$count(invoiceSubmissions, ahead) : 0 };
}
