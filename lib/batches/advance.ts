import { and, asc, eq, isNull, sql, TransactionRollbackError } from 'drizzle-orm';
import { findRole } from '#lib/accounts/members.ts';
import { type Context, workspaceOf } from '#lib/context.ts';
import { database, type Transaction } from '#lib/database/client.ts';
import { outageOf } from '#lib/database/outage.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { batches, batchRows } from '#lib/database/tables/batches.ts';
import { AltaError } from '#lib/errors.ts';
import { type StoredFault, storedFault } from '#lib/faults.ts';
import { log } from '#lib/log.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import type { Actor } from '#lib/roles.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import type { Batch } from './batches.ts';
import { operations } from './operations.ts';
import type { BatchRow } from './rows.ts';

/** Rows processed before the batch goes back to the end of the queue. */
const rowsPerTurn = 25;

const maxAttempts = 3;

/** Processes the next rows one by one, each in its own transaction, then enqueues the next turn. */
export async function advanceBatch(batchId: string): Promise<void> {
  for (let processed = 0; processed < rowsPerTurn; processed += 1) {
    const running = await findRunning(batchId);
    if (!running) return;
    if (!(await processNextRow(running.ctx, running.batch))) return;
  }
  const running = await findRunning(batchId);
  if (!running) return;
  const lane = laneOf(running.ctx.workspace);
  await database().transaction((tx) => enqueue(tx, lane, 'batch-advance', { batchId }));
}

const isRunning = and(isNull(batches.completedAt), isNull(batches.stoppedAt));
const isWaiting = eq(batchRows.status, 'waiting');

async function findRunning(batchId: string): Promise<{ batch: Batch; ctx: Context } | undefined> {
  const [row] = await database()
    .select({ batch: batches, workspace: workspaces })
    .from(batches)
    .innerJoin(workspaces, eq(workspaces.id, batches.workspaceId))
    .where(and(eq(batches.id, batchId), isRunning));
  if (!row) return undefined;
  const { batch, workspace } = row;
  const actor = { kind: batch.actorKind, id: batch.actorId ?? undefined } as Actor;
  // Reads the user's current role: a member removed since the batch was created is permitted nothing.
  if (actor.kind === 'user') actor.role = await findRole(workspace.id, actor.id);
  return { batch, ctx: { workspace: workspaceOf(workspace), actor } };
}

/** Processes the first waiting row; returns false if there is none. Completes the batch when all rows have ended. */
async function processNextRow(ctx: Context, batch: Batch): Promise<boolean> {
  const taken: { row?: BatchRow } = {};
  try {
    return await database().transaction(async (tx) => {
      // Locked until the transaction ends: no other worker takes the row, and a crash releases it.
      const [row] = await tx
        .select()
        .from(batchRows)
        .where(and(eq(batchRows.batchId, batch.id), isWaiting))
        .orderBy(asc(batchRows.index))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!row) {
        await completeBatch(tx, ctx, batch.id);
        return false;
      }
      taken.row = row;
      const operation = operations[batch.operation];
      const madeId = await operation.run({ ...ctx, tx }, operation.row.parse(row.data), row.key);
      // The database's time of this transaction, which is also the creation time of what the row created.
      await tx.update(batchRows).set({ status: 'done', madeId, endedAt: sql`now()` }).where(matchesRow(row));
      const counted = await tx
        .update(batches)
        .set({ done: sql`${batches.done} + 1` })
        .where(and(eq(batches.id, batch.id), isNull(batches.undoneAt)))
        .returning({ id: batches.id });
      // Undone meanwhile: the row would leave an entry behind.
      if (counted.length === 0) tx.rollback();
      return true;
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return false;
    if (!taken.row) throw error;
    const faults = toStoredFaults(error) ?? (await rethrowOrGiveUp(taken.row, error));
    await recordFailure(taken.row, faults);
    return true;
  }
}

/**
 * Counts an unexpected failure. Rethrows it so that the row is attempted again; after `maxAttempts`, returns
 * the fault to store instead.
 */
async function rethrowOrGiveUp(row: BatchRow, error: unknown): Promise<StoredFault[]> {
  // An outage is not the row's fault and does not count.
  if (outageOf(error)) throw error;
  const [counted] = await database()
    .update(batchRows)
    .set({ tries: sql`${batchRows.tries} + 1` })
    .where(and(matchesRow(row), isWaiting))
    .returning({ tries: batchRows.tries });
  const tries = counted?.tries ?? 0;
  if (tries < maxAttempts) throw error;
  const { batchId, index } = row;
  log().error({ err: error, batch: batchId, row: index }, 'a row of a batch failed');
  return [{ code: 'row-given-up', params: { tries } }];
}

/** Marks the row as failed. The work of `run` was rolled back with its transaction. */
async function recordFailure(row: BatchRow, faults: StoredFault[]): Promise<void> {
  await database().transaction(async (tx) => {
    const changed = await tx
      .update(batchRows)
      .set({ status: 'failed', faults, endedAt: new Date() })
      .where(and(matchesRow(row), isWaiting))
      .returning({ index: batchRows.index });
    if (changed.length === 0) return;
    await tx
      .update(batches)
      .set({ failed: sql`${batches.failed} + 1` })
      .where(eq(batches.id, row.batchId));
  });
}

const matchesRow = ({ batchId, index }: BatchRow) =>
  and(eq(batchRows.batchId, batchId), eq(batchRows.index, index));

/** Completes the batch if all rows have ended, and publishes that, once: the update finds no completed batch. */
async function completeBatch(tx: Transaction, ctx: Context, batchId: string): Promise<void> {
  const [completed] = await tx
    .update(batches)
    .set({ completedAt: new Date() })
    .where(and(isBatchFinished(batchId), isRunning))
    .returning();
  if (!completed) return;
  const { id, key, operation, total, done, failed } = completed;
  await publishEvent(tx, ctx, 'batch.completed', {
    data: { batch_id: id, ...(key ? { key } : {}), operation, total, done, failed },
  });
}

/**
 * Whether all rows have ended. Compares the counters, because a query that skips locked rows misses rows that another
 * worker is processing.
 */
const isBatchFinished = (batchId: string) =>
  and(eq(batches.id, batchId), sql`${batches.done} + ${batches.failed} = ${batches.total}`);

/** Returns the faults that an expected error reports for the row; undefined for an unexpected error. */
function toStoredFaults(error: unknown): StoredFault[] | undefined {
  if (!(error instanceof AltaError) || error.key === 'internal' || error.key === 'unavailable')
    return undefined;
  const { key, message, faults, fields } = error;
  const code = error.code ?? key;
  if (faults.length > 0) return faults.map(storedFault);
  const fieldFaults = Object.entries(fields).map(([path, fieldMessage]) => ({
    code,
    message: fieldMessage,
    paths: [`$.${path}`],
  }));
  return fieldFaults.length > 0 ? fieldFaults : [{ code, message }];
}
