import { asc, eq } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { intentEvents, intents } from '#lib/database/tables/workflows.ts';
import type { JobRow } from './jobs.ts';

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
