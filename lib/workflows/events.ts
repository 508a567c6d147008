import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { type EventStatus, intentEvents, intents, type JobRow } from '#lib/database/tables/workflows.ts';
import type { StoredMessage } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';

type EventRow = typeof intentEvents.$inferSelect;

export const lastEvent = batchLoader(async (tx: Transaction, intentIds: readonly string[]) => {
  const rows: EventRow[] = await tx
    .selectDistinctOn([intentEvents.intentId])
    .from(intentEvents)
    .where(inArray(intentEvents.intentId, [...intentIds]))
    .orderBy(intentEvents.intentId, desc(intentEvents.index));
  return rowsInKeyOrder(intentIds, rows, ({ intentId }) => intentId);
});

/** Returns the message of an event; undefined for the start of a step. */
export const eventMessage = ({ code, params, message }: EventRow): StoredMessage | undefined =>
  code === null && message === null
    ? undefined
    : ({
        code: code ?? '',
        ...(params ? { params } : {}),
        ...(message === null ? {} : { message }),
      } as StoredMessage);

/**
 * Code of the event of a step that threw an error. A step that reports a failure itself, such as a
 * receiver's, waits instead.
 */
export const stepFailed = 'step-failed';

/** Exceeds the number of attempts after which the retry schedule gives up a failing step. */
const maxFailures = 100;

/** Returns the times at which the step threw since its last result, newest first. */
export async function failuresInARow(tx: Transaction, intentId: string): Promise<Date[]> {
  const newest = await tx
    .select()
    .from(intentEvents)
    .where(eq(intentEvents.intentId, intentId))
    .orderBy(desc(intentEvents.index))
    .limit(maxFailures);
  const result = newest.findIndex(({ code }) => code !== stepFailed);
  return newest.slice(0, result === -1 ? undefined : result).map(({ at }) => at);
}

type NewEvent = { status: EventStatus } & Partial<StoredMessage>;

/**
 * Appends an event to a step. One with a result completes the step. The caller must hold the lock on the job's row,
 * so that indexes do not collide.
 */
export const appendEvent = (tx: Transaction, intentId: string, event: NewEvent, at: Date): Promise<void> =>
  writeStep(tx, { intentId, event, at });

/** Stores the reference that a step waits for, and an event if the step waits for another reason than before. */
export const storeWait = (
  tx: Transaction,
  intentId: string,
  ref: string,
  event: NewEvent | undefined,
  at: Date,
): Promise<void> => writeStep(tx, { intentId, ref, event, at });

interface StepChange {
  intentId: string;
  ref?: string;
  event: NewEvent | undefined;
  at: Date;
}

const writeStep = batchLoader(async (tx: Transaction, changes: readonly StepChange[]) => {
  const rows = changes.map(({ intentId, ref, event, at }) => ({
    intent_id: intentId,
    ref,
    status: event?.status,
    code: event?.code,
    params: event?.params,
    message: event?.message,
    at,
  }));
  await tx.execute(sql`
    with change as (
      select *, status in ('OK', 'SKIP', 'KO') as completes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change
        (intent_id uuid, ref text, status text, code text, params jsonb, message text, at timestamptz)),
    changed_steps as (
      update ${intents} as step
      set ref = coalesce(change.ref, step.ref), completed = step.completed or change.completes is true,
        updated_at = now()
      from change
      where step.id = change.intent_id and (change.completes or change.ref <> coalesce(step.ref, '')))
    insert into ${intentEvents} (intent_id, index, status, code, params, message, created_at)
    select intent_id,
      (select coalesce(max(earlier.index) + 1, 0) from ${intentEvents} earlier
        where earlier.intent_id = change.intent_id),
      status, code, params, message, at
    from change where status is not null`);
  return changes.map(() => undefined);
});

type IntentRow = typeof intents.$inferSelect;
export type IntentEventRow = typeof intentEvents.$inferSelect;

/** A started step, with its events in order. */
export interface BegunStep {
  intent: IntentRow;
  events: IntentEventRow[];
  /** Delivery of the step's webhook, if it sends one. */
  deliveryId: string | undefined;
}

/** Returns the job's started steps, in order of their start. */
export async function begunSteps(ctx: Context, job: JobRow): Promise<BegunStep[]> {
  requirePermission(ctx, 'jobs:read');
  const rows = await reader(ctx)
    .select({ intent: intents, event: intentEvents, deliveryId: webhookDeliveries.id })
    .from(intents)
    .leftJoin(intentEvents, eq(intentEvents.intentId, intents.id))
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.intentId, intents.id))
    .where(eq(intents.jobId, job.id))
    .orderBy(asc(intents.createdAt), asc(intents.id), asc(intentEvents.index));
  return [...Map.groupBy(rows, ({ intent }) => intent.id).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { intent, deliveryId } = first;
    return {
      intent,
      events: group.flatMap(({ event }) => event ?? []),
      deliveryId: deliveryId ?? undefined,
    };
  });
}

/** Returns the last step and last event of a waiting job; undefined unless the job waits. */
export function waitingAt(
  { status }: JobRow,
  steps: BegunStep[],
): { intent: IntentRow; event: IntentEventRow } | undefined {
  const last = steps.at(-1);
  const event = last?.events.at(-1);
  return last && event && (status === 'QUEUED' || status === 'ERR')
    ? { intent: last.intent, event }
    : undefined;
}
