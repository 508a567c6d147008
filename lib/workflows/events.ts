import { asc, desc, eq, sql } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type EventStatus, intentEvents, intents } from '#lib/database/tables/workflows.ts';
import type { StoredMessage } from '#lib/faults/fault.ts';
import type { JobRow } from './jobs.ts';

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

type IntentRow = typeof intents.$inferSelect;
export type IntentEventRow = typeof intentEvents.$inferSelect;

/** A step that was begun, with its events in their order. */
export interface BegunStep {
  intent: IntentRow;
  events: IntentEventRow[];
}

/** The job's steps that were begun, in the order in which they were. */
export async function begunSteps(ctx: Context, job: JobRow): Promise<BegunStep[]> {
  const rows = await reader(ctx)
    .select({ intent: intents, event: intentEvents })
    .from(intents)
    .leftJoin(intentEvents, eq(intentEvents.intentId, intents.id))
    .where(eq(intents.jobId, job.id))
    .orderBy(asc(intents.createdAt), asc(intents.id), asc(intentEvents.index));
  return [...Map.groupBy(rows, ({ intent }) => intent.id).values()].flatMap((group) => {
    const intent = group[0]?.intent;
    return intent ? { intent, events: group.flatMap(({ event }) => event ?? []) } : [];
  });
}

/** Where a running job stands: its last step, and the last thing that it said. */
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
