import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/database/client.ts';
import { type EventStatus, intentEvents } from '#lib/database/tables/workflows.ts';

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

/** Adds to what is told of a step. The caller holds the lock on the job's row, so that indexes do not collide. */
export async function appendEvent(
  tx: Transaction,
  intentId: string,
  { status, code, message }: { status: EventStatus; code?: string; message?: string },
  at: Date,
): Promise<void> {
  const last = await lastEvent(tx, intentId);
  await tx.insert(intentEvents).values({
    intentId,
    index: last ? last.index + 1 : 0,
    status,
    code: code ?? null,
    message: message ?? null,
    at,
  });
}
