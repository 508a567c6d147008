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

/** Rows are not copied: that would take long, and the operation parses them one by one. */
const RowData = z
  .custom<Record<string, unknown>>(
    (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
    'must be an object',
  )
  .meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: {},
    description: 'What the operation takes; docs/batches.md lists it.',
  });

export const BatchInput = z.strictObject({
  operation: Operation.describe('What is done with each row.'),
  key: Key.optional().describe(
    'Your own, unique in the workspace: the same rows under it again are the same batch.',
  ),
  rows: z
    .array(
      z.strictObject({
        key: Key.describe(
          'Your own, unique in the batch. An entry that a row makes has it too: a row that comes again, in another batch, makes nothing twice.',
        ),
        data: RowData,
      }),
    )
    .describe(`${batchLimits.rows.toLocaleString('en')} at the most.`),
  on_fault: z
    .enum(['refuse', 'skip'], { error: 'must be refuse or skip' })
    .optional()
    .describe(
      'What is done where rows are at fault: `refuse`, unless told, begins nothing; `skip` works the others, and lists those as failed, with their faults.',
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
    total: z.int().describe('How many rows it has.'),
    done: z.int(),
    failed: z.int(),
    stopped_at: Instant.optional(),
    completed_at: Instant.optional().describe('Absent while rows wait.'),
  })
  .meta({ id: 'Batch', description: 'One operation on many rows.' });

export const WireBatchRow = z
  .object({
    index: z.int().describe('Its place in the batch, from 0.'),
    key: z.string(),
    status: z.enum(batchRowStatuses),
    result_id: z.uuid().optional().describe('What was made or changed: an entry, a job or a delivery.'),
    faults: z.array(Fault).describe('Why it failed.'),
    ended_at: Instant.optional(),
  })
  .meta({ id: 'BatchRow' });

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
