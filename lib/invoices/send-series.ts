import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { isWithoutEntry, mostNudges, type Nudge } from '#lib/queue.ts';
import type { Position } from './position.ts';
import { sendInvoice } from './send-invoice.ts';
import { type Lease, lookAgain, type Series, sendSoon, takeLease } from './series.ts';
import { nextInSeries } from './submissions.ts';

/** Then the other series have their turn. */
const mostAtOnce = 100;

/** Sends what waits in the series, one after the other, while no other process does. */
export async function sendSeries(series: Series, clock = () => new Date()): Promise<void> {
  for (;;) {
    const due = await nextInSeries(series, clock());
    if (!due) return;
    const lease = await takeLease(series);
    if (!lease) return lookAgain(due.submission);
    const end = await sendInOrder(series, lease, clock).finally(() => lease.release());
    if (end === 'later') return;
    if (end === 'more') {
      return database().transaction((tx) => sendSoon(tx, due.submission));
    }
    // Another look: what came while the lease was held found the series taken.
  }
}

async function sendInOrder(
  series: Series,
  lease: Lease,
  clock: () => Date,
): Promise<'done' | 'later' | 'more'> {
  // While the lease is ours the last number is what we sent last, unless other software sends too: 10016 tells.
  let position: Position | undefined;
  for (let sent = 0; sent < mostAtOnce; sent += 1) {
    const due = await nextInSeries(series, clock());
    if (!due) return 'done';
    if (lease.isLost()) return 'later';
    const after = await sendInvoice(due, position, clock());
    if (after === 'later') return 'later';
    position = after.position;
  }
  return 'more';
}

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
