import type { Context } from '#lib/context.ts';
import { type AttemptRow, type DeliveryRow, listAttempts } from './deliveries.ts';

export const deliveryInList = (row: DeliveryRow) => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  ...(row.event ? { event: row.event } : {}),
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  ...(row.lastOutcome ? { last_outcome: row.lastOutcome } : {}),
  ...(row.nextAttemptAt ? { next_attempt_at: row.nextAttemptAt.toISOString() } : {}),
  ...(row.completedAt ? { completed_at: row.completedAt.toISOString() } : {}),
  ...(row.endpointId ? { endpoint_id: row.endpointId } : {}),
  ...(row.jobId ? { transform_job_id: row.jobId } : {}),
  ...(row.entryId ? { silo_entry_id: row.entryId } : {}),
});

/** A delivery with its body and its log. */
export async function wholeDelivery(ctx: Context, row: DeliveryRow) {
  return {
    ...deliveryInList(row),
    body: row.body,
    log: (await listAttempts(ctx, row)).map(attemptResponse),
  };
}

const attemptResponse = (row: AttemptRow) => ({
  index: row.index,
  at: row.at.toISOString(),
  duration_ms: row.durationMs,
  request_headers: row.requestHeaders,
  ...(row.status === null ? {} : { status: row.status }),
  ...(row.responseBody === null ? {} : { response_body: row.responseBody }),
  ...(row.failure ? { failure: row.failure, detail: row.detail } : {}),
});
