import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { PageQuery } from '#app/api/_wire/page.ts';
import type { Batch } from '#lib/batches/batches.ts';
import { operations } from '#lib/batches/operations.ts';
import { type BatchRow, batchRowStatuses } from '#lib/batches/rows.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { englishFault } from '#lib/faults.ts';
import { Fault } from '#lib/http/problem.ts';
import { batchLimits, sizeLimits } from '#lib/limits.ts';

const names = Object.keys(operations) as [Batch['operation'], ...Batch['operation'][]];
const Operation = z.enum(names, { error: `must be one of ${names.join(', ')}` });
const Key = z
  .string()
  .min(1)
  .max(sizeLimits.keyCharacters)
  .refine(...singleLine);

/** Zod does not copy the rows: that would be slow, and the operation parses them one by one. */
const RowData = z
  .custom<Record<string, unknown>>(
    (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
    'must be an object',
  )
  .meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: {},
    description: 'Fields of the operation, as listed in docs/batches.md.',
  });

export const BatchInput = z.strictObject({
  operation: Operation.describe('Operation to run on each row.'),
  key: Key.optional().describe(
    'Your own id of the batch, unique in the workspace. Sending the same rows with the same key again returns the existing batch.',
  ),
  rows: z
    .array(
      z.strictObject({
        key: Key.describe(
          'Your own id of the row, unique in the batch. An entry created from the row has the same key, so sending the row again in another batch creates nothing twice.',
        ),
        data: RowData,
      }),
    )
    .describe(`At most ${batchLimits.rows.toLocaleString('en')}.`),
  on_fault: z
    .enum(['refuse', 'skip'], { error: 'must be refuse or skip' })
    .optional()
    .describe(
      'What happens if rows have faults. `skip`: the other rows are processed, and these are listed as failed, with their faults. `refuse`, the default: nothing is started.',
    ),
});

export const newBatch = ({ on_fault: onFault, ...batch }: z.infer<typeof BatchInput>) => ({
  ...batch,
  onFault,
});

export const BatchRowQuery = PageQuery.extend({
  status: z.enum(batchRowStatuses, { error: `must be one of ${batchRowStatuses.join(', ')}` }).optional(),
});

export const WireBatch = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    operation: z.enum(names),
    key: z.string().optional(),
    status: z.enum(['running', 'stopped', 'completed']),
    total: z.int().describe('Number of rows.'),
    done: z.int(),
    failed: z.int(),
    stopped_at: Instant.optional(),
    completed_at: Instant.optional().describe('Absent while rows wait.'),
  })
  .meta({ id: 'Batch', description: 'One operation on many rows.' });

export const WireBatchRow = z
  .object({
    index: z.int().describe('Position in the batch, from 0.'),
    key: z.string(),
    status: z.enum(batchRowStatuses),
    result_id: z.uuid().optional().describe('The entry, job or delivery that was created or changed.'),
    faults: z.array(Fault).describe('Why it failed.'),
    ended_at: Instant.optional(),
  })
  .meta({ id: 'BatchRow' });

/** The answer to a new batch also has its rows that failed, so that nobody has to ask for them. */
export const WireNewBatch = WireBatch.extend({
  failed_rows: z
    .array(WireBatchRow)
    .optional()
    .describe(
      `The first ${sizeLimits.pageItems} failed rows, with their faults; \`failed\` counts all. Absent if none has failed.`,
    ),
}).meta({ id: 'NewBatch', description: 'A batch, with the rows that its checks refused.' });

export const newBatchResponse = (
  batch: Batch,
  failedRows: readonly BatchRow[],
): z.infer<typeof WireNewBatch> => ({
  ...batchResponse(batch),
  ...(failedRows.length > 0 ? { failed_rows: failedRows.map(batchRowResponse) } : {}),
});

export const batchResponse = (batch: Batch): z.infer<typeof WireBatch> => ({
  id: batch.id,
  created_at: batch.createdAt.toISOString(),
  updated_at: batch.updatedAt.toISOString(),
  operation: batch.operation,
  ...(batch.key ? { key: batch.key } : {}),
  status: batch.completedAt ? 'completed' : batch.stoppedAt ? 'stopped' : 'running',
  total: batch.total,
  done: batch.done,
  failed: batch.failed,
  ...(batch.stoppedAt ? { stopped_at: batch.stoppedAt.toISOString() } : {}),
  ...(batch.completedAt ? { completed_at: batch.completedAt.toISOString() } : {}),
});

export const batchRowResponse = (row: BatchRow): z.infer<typeof WireBatchRow> => ({
  index: row.index,
  key: row.key,
  status: row.status,
  ...(row.madeId ? { result_id: row.madeId } : {}),
  faults: row.faults.map(englishFault),
  ...(row.endedAt ? { ended_at: row.endedAt.toISOString() } : {}),
});
