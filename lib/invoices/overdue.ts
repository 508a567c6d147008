import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { isWithoutEntry, mostNudges, type Nudge } from '#lib/queue.ts';

/** Series with an invoice that could be sent since before `before`. */
export async function overdueSeries(before: Date): Promise<Nudge<'invoice-series'>[]> {
  const { workspaceId, status, nextAttemptAt, updatedAt } = invoiceSubmissions;
  const { environment, cuit, pointOfSale, documentType } = invoiceSubmissions;
  const series = { environment, cuit, pointOfSale, documentType };
  const isDue = or(lt(nextAttemptAt, before), and(isNull(nextAttemptAt), lt(updatedAt, before)));
  const rows = await database()
    .selectDistinctOn(Object.values(series), { ...series, workspaceId })
    .from(invoiceSubmissions)
    .where(and(inArray(status, ['queued', 'sending']), isDue, isWithoutEntry('invoice-series', series)))
    .limit(mostNudges);
  return rows.map(({ workspaceId: of, ...payload }) => ({
    lane: { environment: payload.environment, workspaceId: of },
    payload,
  }));
}
