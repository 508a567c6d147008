import { createHash } from 'node:crypto';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { runAll } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type BatchOperation, type BatchUpload, batches, batchRows } from '#lib/database/tables/batches.ts';
import { parseDocument, truncationNote } from '#lib/documents/validation.ts';
import { AltaError, type Fault, notFound } from '#lib/errors.ts';
import { breather } from '#lib/event-loop.ts';
import { type StoredFault, storedFault } from '#lib/faults.ts';
import { batchLimits, sizeLimits } from '#lib/limits.ts';
import { afterCursor, inOrder, type TimedPageQuery } from '#lib/paging.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { isPermitted, requirePermission, requireScope } from '#lib/roles.ts';
import { operations } from './operations.ts';

export type Batch = typeof batches.$inferSelect;

export const maxRows = batchLimits.rows;
const rowsPerStatement = 500;
const charactersPerStatement = 1_048_576;

interface NewBatch {
  operation: BatchOperation;
  /** The client's key, unique in the workspace. */
  key?: string | undefined;
  rows: NewRow[];
  /** Effect of a faulty row: `refuse` (default) rejects the batch, `skip` lists the row as failed. */
  onFault?: 'refuse' | 'skip' | undefined;
  /** The file that the rows were read from. */
  upload?: BatchUpload | undefined;
}

/**
 * Checks all rows and starts the batch if all are valid or, with `skip`, if at least one is. Idempotent:
 * the same key with the same rows returns the existing batch.
 * @throws AltaError `validation` with the path of each fault, such as `rows[3].data.days`; `conflict` if
 * another batch has the key.
 */
export async function createBatch(
  ctx: Context,
  { operation, key, rows, onFault, upload }: NewBatch,
): Promise<Batch> {
  requirePermission(ctx, operations[operation].needs);
  requireScope(ctx, operations[operation].scope);
  const skipped = await faultyRows(ctx, operation, rows, onFault);
  const { digest, portions } = await digestRows(operation, rows, onFault);
  const now = new Date();
  const rowOf = (row: NewRow & { index: number }) => {
    const faults = skipped.get(row.index);
    return faults
      ? { index: row.index, key: row.key, data: {}, status: 'failed' as const, faults, endedAt: now }
      : row;
  };
  return inTransaction(ctx, async (tx) => {
    const [batch] = await tx
      .insert(batches)
      .values({
        id: uuidv7(),
        workspaceId: ctx.workspace.id,
        operation,
        key: key ?? null,
        digest,
        actorKind: ctx.actor.kind,
        actorId: ctx.actor.id ?? null,
        total: rows.length,
        failed: skipped.size,
        upload: upload ?? null,
      })
      .onConflictDoNothing()
      .returning();
    if (!batch) return existingIfSame(tx, ctx, key, digest);
    for (const portion of portions) {
      await tx.insert(batchRows).values(portion.map((row) => ({ ...rowOf(row), batchId: batch.id })));
    }
    await enqueue(tx, laneOf(ctx.workspace), 'batch-advance', { batchId: batch.id });
    await audit(tx, ctx, 'batch.created', { kind: 'batch', id: batch.id }, { operation, rows: rows.length });
    return batch;
  });
}

/**
 * Returns a batch. Requires permission to read batches or to run the batch's operation.
 * @throws AltaError `not-found`, also for a batch of another workspace.
 */
export async function fetchBatch(ctx: Context, id: string): Promise<Batch> {
  const [batch] = await reader(ctx).select().from(batches).where(byIdInWorkspace(ctx, id));
  if (!batch) throw notFound('The batch');
  if (!isPermitted(ctx, 'batches:read')) requirePermission(ctx, operations[batch.operation].needs);
  return batch;
}

/** Returns a page of batches, newest first, with one extra row if there is a next page. */
export async function listBatches(ctx: Context, query: TimedPageQuery): Promise<Batch[]> {
  requirePermission(ctx, 'batches:read');
  return reader(ctx)
    .select()
    .from(batches)
    .where(and(eq(batches.workspaceId, ctx.workspace.id), afterCursor(batches, query.cursor, query)))
    .orderBy(...inOrder(batches, query))
    .limit(query.limit + 1);
}

/** Counts the batches, up to `most` + 1. */
export function countBatches(ctx: Context, most: number): Promise<number> {
  requirePermission(ctx, 'batches:read');
  const counted = reader(ctx)
    .select({ id: batches.id })
    .from(batches)
    .where(eq(batches.workspaceId, ctx.workspace.id))
    .limit(most + 1);
  return reader(ctx).$count(counted.as('counted'));
}

/** Stops the batch after the current row; the other rows wait until it is resumed. Idempotent. */
export async function stopBatch(ctx: Context, id: string, now = new Date()): Promise<Batch> {
  return inTransaction(ctx, async (tx) => {
    await requireOperationPermission({ ...ctx, tx }, id);
    const isRunning = and(isNull(batches.stoppedAt), isNull(batches.completedAt));
    const stopped = await change(tx, ctx, id, { stoppedAt: now }, isRunning);
    if (stopped) await audit(tx, ctx, 'batch.stopped', { kind: 'batch', id });
    return fetchBatch({ ...ctx, tx }, id);
  });
}

/** Continues a stopped batch, unless it was undone. Idempotent. */
export async function resumeBatch(ctx: Context, id: string): Promise<Batch> {
  return inTransaction(ctx, async (tx) => {
    await requireOperationPermission({ ...ctx, tx }, id);
    const resumed = await change(
      tx,
      ctx,
      id,
      { stoppedAt: null },
      and(isNotNull(batches.stoppedAt), isNull(batches.undoneAt)),
    );
    if (resumed) {
      await enqueue(tx, laneOf(ctx.workspace), 'batch-advance', { batchId: id });
      await audit(tx, ctx, 'batch.resumed', { kind: 'batch', id });
    }
    return fetchBatch({ ...ctx, tx }, id);
  });
}

async function requireOperationPermission(ctx: Context, id: string): Promise<void> {
  const { operation } = await fetchBatch(ctx, id);
  requirePermission(ctx, operations[operation].needs);
  requireScope(ctx, operations[operation].scope);
}

async function change(
  tx: Transaction,
  ctx: Context,
  id: string,
  values: Partial<Batch>,
  where: SQL | undefined,
): Promise<boolean> {
  const changed = await tx
    .update(batches)
    .set(values)
    .where(and(byIdInWorkspace(ctx, id), where))
    .returning({ id: batches.id });
  return changed.length > 0;
}

async function faultyRows(
  ctx: Context,
  operation: BatchOperation,
  rows: NewRow[],
  onFault: NewBatch['onFault'],
): Promise<Map<number, StoredFault[]>> {
  if (rows.length === 0 || rows.length > maxRows) {
    const fields = { rows: `must be 1 to ${maxRows}` };
    const fieldCode = rows.length === 0 ? 'too-small' : 'too-big';
    throw new AltaError('validation', 'A batch has too few or too many rows.', { fields, fieldCode });
  }
  // With `skip` every row must be checked; otherwise only the first faults are reported.
  const maxFaults = onFault === 'skip' ? Number.POSITIVE_INFINITY : sizeLimits.listedFaults;
  const found = await checkRows(ctx, operation, rows, maxFaults);
  const byRow = Map.groupBy(found, ({ index }) => index);
  if (byRow.size === 0 || (onFault === 'skip' && byRow.size < rows.length)) {
    return new Map(
      [...byRow].map(([index, faults]) => [index, faults.slice(0, maxFaultsPerRow).map(storedRowFault)]),
    );
  }
  const reportedFaults = found.slice(0, sizeLimits.listedFaults);
  throw new AltaError('validation', `Some rows are not valid.${truncationNote(reportedFaults)}`, {
    fields: Object.fromEntries(
      reportedFaults.map(({ index, field, fault }) => [`rows[${index}].${field}`, fault.message]),
    ),
    faults: reportedFaults.map(({ index, field, fault }) => ({
      ...fault,
      paths: [`$.rows[${index}].${field}`],
    })),
  });
}

/** Faults stored per skipped row. A batch may have 10,000 skipped rows. */
const maxFaultsPerRow = 20;

const storedRowFault = ({ field, fault }: RowFault): StoredFault => ({
  ...storedFault(fault),
  paths: [`$.${field}`],
});

/**
 * Returns the SHA-256, hex, of `[operation, rows]` as JSON (`"skip"` appended if set), and the indexed rows
 * in portions that fit one insert.
 */
async function digestRows(operation: BatchOperation, rows: NewRow[], onFault: NewBatch['onFault']) {
  const hash = createHash('sha256').update(`[${JSON.stringify(operation)},[`);
  const portions: (NewRow & { index: number })[][] = [];
  const breathe = breather();
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    await breathe();
    const text = JSON.stringify(row);
    hash.update(index > 0 ? `,${text}` : text);
    characters += text.length;
    const portion = portions.at(-1);
    if (portion && portion.length < rowsPerStatement && characters < charactersPerStatement) {
      portion.push({ ...row, index });
    } else {
      portions.push([{ ...row, index }]);
      characters = text.length;
    }
  }
  return { digest: hash.update(onFault === 'skip' ? '],"skip"]' : ']]').digest('hex'), portions };
}

async function existingIfSame(
  tx: Transaction,
  ctx: Context,
  key: string | undefined,
  digest: string,
): Promise<Batch> {
  const ofKey = and(eq(batches.workspaceId, ctx.workspace.id), eq(batches.key, sql`${key ?? ''}`));
  const [existing] = await tx.select().from(batches).where(ofKey);
  if (existing?.digest === digest) return existing;
  throw new AltaError('conflict', 'A different batch with this key already exists.', {
    code: 'key-taken',
    fields: { key: 'is taken' },
  });
}

const byIdInWorkspace = (ctx: Context, id: string) =>
  and(eq(batches.id, id), eq(batches.workspaceId, ctx.workspace.id));

export interface NewRow {
  /** The client's key, unique in the batch. */
  key: string;
  data: Record<string, unknown>;
}

/** A fault in the key of a row, or in its data. */
export interface RowFault {
  /** Row index, from 0. */
  index: number;
  fault: Fault;
  /** `key`, or a path such as `data.days`. */
  field: string;
}

/** Rows checked concurrently; their database queries are combined. */
const concurrentRows = 50;

/**
 * Returns the faults that the operation can find before any row is processed.
 * @param maxFaults no more rows are checked once this many faults were found
 */
export async function checkRows(
  ctx: Context,
  operation: Batch['operation'],
  rows: readonly NewRow[],
  maxFaults = Number.POSITIVE_INFINITY,
): Promise<RowFault[]> {
  const found: RowFault[] = [];
  const breathe = breather();
  const firstIndexes = new Map<string, number>();
  for (let from = 0; from < rows.length && found.length < maxFaults; from += concurrentRows) {
    const portion = rows.slice(from, from + concurrentRows);
    const faults = await runAll(portion, ({ data }) => faultsIn(ctx, operation, data));
    for (const [place, { key }] of portion.entries()) {
      const index = from + place;
      const first = firstIndexes.get(key);
      firstIndexes.set(key, first ?? index);
      if (first !== undefined) found.push({ index, field: 'key', fault: duplicateKeyFault(first) });
      found.push(...(faults[place] ?? []).map((fault) => ({ index, ...fault })));
    }
    await breathe();
  }
  return found;
}

const duplicateKeyFault = (first: number): Fault => ({
  code: 'same-key',
  message: `is also the key of rows[${first}]`,
  params: { row: first + 1 },
});

async function faultsIn(
  ctx: Context,
  name: Batch['operation'],
  data: NewRow['data'],
): Promise<Omit<RowFault, 'index'>[]> {
  const { row, check } = operations[name];
  try {
    const parsed = parseDocument(row, data, []);
    await check?.(ctx, parsed);
    return [];
  } catch (error) {
    if (!(error instanceof AltaError)) throw error;
    const { faults, fields, message } = error;
    const fieldPaths = Object.keys(fields);
    if (faults.length === fieldPaths.length) {
      return faults.map((fault, index) => ({ field: dataFieldPath(fieldPaths[index]), fault }));
    }
    return fieldPaths.map((field) => ({
      field: dataFieldPath(field),
      fault: { code: error.code ?? error.fieldCode ?? error.key, message: fields[field] ?? message },
    }));
  }
}

const dataFieldPath = (field: string | undefined) => (field ? `data.${field}` : 'data');
