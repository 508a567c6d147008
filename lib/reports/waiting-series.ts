import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';

/** What waits in one series of a supplier. */
export interface WaitingSeries {
  pointOfSale: number;
  documentType: number;
  count: number;
  /** The one that has run into something, or else the first in order. */
  first: { entryId: string; obstacle: StoredMessage | null };
}

/** The workspace's own that are on their way, by series: read by the index of what is on its way. */
export async function listWaitingSeries(ctx: Context, cuit: string): Promise<WaitingSeries[]> {
  const { workspaceId, environment, status, pointOfSale, documentType } = invoiceSubmissions;
  const { entryId, obstacle, jobCreatedAt, jobId } = invoiceSubmissions;
  return reader(ctx)
    .select({
      pointOfSale,
      documentType,
      count: sql<number>`count(*)::int`,
      first: sql<WaitingSeries['first']>`(array_agg(
        jsonb_build_object('entryId', ${entryId}, 'obstacle', ${obstacle})
        order by ${obstacle} is null, ${jobCreatedAt}, ${jobId}))[1]`,
    })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(environment, ctx.workspace.environment),
        eq(invoiceSubmissions.cuit, cuit),
        eq(workspaceId, ctx.workspace.id),
        inArray(status, ['queued', 'sending']),
      ),
    )
    .groupBy(pointOfSale, documentType)
    .orderBy(pointOfSale, documentType);
}
