import { desc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/database/client.ts';
import { type EventStatus, intentEvents } from '#lib/database/tables/workflows.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';

type EventRow = typeof intentEvents.$inferSelect;

export async function lastEvent(tx: Transaction, intentId: string): Promise<EventRow | undefined> {
  const [last] = await tx
    .select()
    .from(intentEvents)
    .where(eq(intentEvents.intentId, intentId))
    .orderBy(desc(intentEvents.index))
    .limit(1);
  return last;
}

/** What an event says; nothing where it only marks the beginning of a step. */
export const eventMessage = ({ code, params, message }: EventRow): StoredMessage | undefined =>
  code === null && message === null
    ? undefined
    : ({
        code: code ?? '',
        ...(params ? { params } : {}),
        ...(message === null ? {} : { message }),
      } as StoredMessage);

/** The code of a step that threw: what a step itself says of a failure, such as a receiver's, is a wait. */
export const stepFailed = 'step-failed';

/** More than fit into the hours after which a step that keeps throwing is given up. */
const mostFailures = 100;

/** When the step threw, the newest first, up to the last time that it came to a result. */
export async function failuresInARow(tx: Transaction, intentId: string): Promise<Date[]> {
  const newest = await tx
    .select()
    .from(intentEvents)
    .where(eq(intentEvents.intentId, intentId))
    .orderBy(desc(intentEvents.index))
    .limit(mostFailures);
  const result = newest.findIndex(({ code }) => code !== stepFailed);
  return newest.slice(0, result === -1 ? undefined : result).map(({ at }) => at);
}

/** Adds to what is told of a step. The caller holds the lock on the job's row, so that indexes do not collide. */
export async function appendEvent(
  tx: Transaction,
  intentId: string,
  { status, code, params, message }: { status: EventStatus } & Partial<StoredMessage>,
  at: Date,
): Promise<void> {
  const next = tx
    .select({ index: sql`coalesce(max(${intentEvents.index}) + 1, 0)` })
    .from(intentEvents)
    .where(eq(intentEvents.intentId, intentId));
  await tx.insert(intentEvents).values({
    intentId,
    index: sql`(${next})`,
    status,
    code: code ?? null,
    params: params ?? null,
    message: message ?? null,
    at,
  });
}
