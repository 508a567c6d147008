import { z } from 'zod';
import { Instant, InstantInput } from '#app/api/_wire/instant.ts';
import { PageQuery } from '#app/api/_wire/page.ts';
import type { Context } from '#lib/context.ts';
import { textOf } from '#lib/faults.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  deliveryStatuses,
  type ListedDelivery,
  listAttempts,
} from '#lib/webhooks/deliveries.ts';

const id = z.uuid({ error: 'must be a UUID' }).toLowerCase().optional();

export const DeliveryQuery = PageQuery.extend({
  status: z.enum(deliveryStatuses, { error: `must be one of ${deliveryStatuses.join(', ')}` }).optional(),
  endpoint_id: id,
  transform_job_id: id,
  silo_entry_id: id,
  event: z.string().max(200).optional(),
});

export const deliveryQuery = ({
  endpoint_id,
  transform_job_id,
  silo_entry_id,
  ...query
}: z.infer<typeof DeliveryQuery>) => ({
  ...query,
  endpointId: endpoint_id,
  jobId: transform_job_id,
  entryId: silo_entry_id,
});

export const RedeliveryInput = z.strictObject({
  since: InstantInput.describe('Only deliveries created at or after this instant.'),
  until: InstantInput.optional().describe('Only deliveries created before this instant.'),
  endpoint_id: id,
  event: z.string().max(200).optional(),
});

export const redeliveryInput = ({ endpoint_id, ...span }: z.infer<typeof RedeliveryInput>) => ({
  ...span,
  ...(endpoint_id ? { endpoints: [endpoint_id] } : {}),
});

export const DeliveryInList = z
  .object({
    id: z.uuid().describe('The `webhook-id` of every attempt.'),
    created_at: Instant,
    updated_at: Instant,
    event: z.string().optional(),
    url: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    last_outcome: z.string().optional(),
    next_attempt_at: Instant.optional(),
    completed_at: Instant.optional(),
    endpoint_id: z.uuid().optional().describe('Absent for the webhook step of a job.'),
    transform_job_id: z.uuid().optional(),
    silo_entry_id: z.uuid().optional(),
  })
  .meta({ id: 'DeliveryInList' });

const Attempt = z.object({
  index: z.int(),
  at: Instant,
  duration_ms: z.int(),
  request_headers: z.record(z.string(), z.string()).describe('As sent, without secrets.'),
  status: z.int().optional(),
  response_body: z
    .string()
    .optional()
    .describe('Its first 200 characters; absent if the request carried a token or headers of a step.'),
  failure: z.string().optional(),
  detail: z.string().optional(),
});

export const WholeDelivery = DeliveryInList.extend({
  body: z.string().describe('The bytes that are signed.'),
  log: z.array(Attempt),
}).meta({ id: 'Delivery' });

export const deliveryInList = (row: ListedDelivery): z.infer<typeof DeliveryInList> => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  ...(row.event ? { event: row.event } : {}),
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  ...outcomeResponse(row),
  ...(row.nextAttemptAt ? { next_attempt_at: row.nextAttemptAt.toISOString() } : {}),
  ...(row.completedAt ? { completed_at: row.completedAt.toISOString() } : {}),
  ...(row.endpointId ? { endpoint_id: row.endpointId } : {}),
  ...(row.jobId ? { transform_job_id: row.jobId } : {}),
  ...(row.entryId ? { silo_entry_id: row.entryId } : {}),
});

function outcomeResponse({ lastAnswer, lastOutcome }: ListedDelivery): { last_outcome?: string } {
  if (lastAnswer === null) return lastOutcome ? { last_outcome: lastOutcome } : {};
  const { answer: why, ...params } = lastAnswer;
  return { last_outcome: textOf('receiver', { why, ...params }, 'en') };
}

export async function wholeDelivery(ctx: Context, row: DeliveryRow): Promise<z.infer<typeof WholeDelivery>> {
  return {
    ...deliveryInList(row),
    body: row.body,
    log: (await listAttempts(ctx, row)).map(attemptResponse),
  };
}

const attemptResponse = (row: AttemptRow): z.infer<typeof Attempt> => ({
  index: row.index,
  at: row.at.toISOString(),
  duration_ms: row.durationMs,
  request_headers: row.requestHeaders,
  ...(row.status === null ? {} : { status: row.status }),
  ...(row.responseBody === null ? {} : { response_body: row.responseBody }),
  ...(row.failure ? { failure: row.failure, ...(row.detail ? { detail: row.detail } : {}) } : {}),
});
