import { and, inArray, isNull, lt, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { isWithoutEntry, mostNudges, type Nudge } from '#lib/queue.ts';
import { shared } from '#lib/shared.ts';
import { nextLot } from './next-lot.ts';
import type { Position } from './position.ts';
import { sendLot } from './send-lot.ts';
import { type Lease, lookAgain, nameOf, type Series, sendSoon, takeLease } from './series.ts';
import { onTheirWay } from './submissions.ts';

/** Then the other series have their turn. */
const mostLots = 20;

/** What this process sends, and whether more has come meanwhile. */
const underWay = () => shared('series-under-way', () => new Map<string, { again: boolean }>());

/**
 * Sends what waits in the series, lot by lot, while nobody else does. Whoever comes while this process is at it leaves
 * the rest to that: its own entry in the queue lasts until all is sent.
 */
export async function sendSeries(series: Series, clock = () => new Date()): Promise<void> {
  const name = nameOf(series);
  const sending = underWay().get(name);
  if (sending) {
    sending.again = true;
    return;
  }
  const mine = { again: true };
  underWay().set(name, mine);
  try {
    while (mine.again) {
      mine.again = false;
      await sendWaiting(series, clock);
    }
  } finally {
    underWay().delete(name);
  }
}

async function sendWaiting(series: Series, clock: () => Date): Promise<void> {
  for (let due = await nextLot(series, clock()); due; due = await nextLot(series, clock())) {
    const place = { ...series, workspaceId: due.workspace.id };
    const lease = await takeLease(series);
    if (!lease) return lookAgain(place);
    const end = await sendInOrder(series, lease, clock).finally(() => lease.release());
    if (end === 'later') return;
    if (end === 'more') return database().transaction((tx) => sendSoon(tx, place));
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
  let most: number | undefined;
  for (let sent = 0; sent < mostLots; sent += 1) {
    const due = await nextLot(series, clock(), position?.last);
    if (!due) return 'done';
    if (lease.isLost()) return 'later';
    const after = await sendLot(due, position, clock(), most);
    if (after === 'later') return 'later';
    position = after.position;
    if (after.oneByOne) most = 1;
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
    .where(and(inArray(status, onTheirWay), isDue, isWithoutEntry('invoice-series', series)))
    .limit(mostNudges);
  return rows.map(({ workspaceId: id, ...payload }) => ({
    lane: { environment: payload.environment, workspaceId: id, supplier: payload.cuit },
    payload,
  }));
}
