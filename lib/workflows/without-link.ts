import { and, eq } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { intentEvents, intents } from '#lib/database/tables/workflows.ts';
import type { JobRow } from './jobs.ts';
import { providers } from './providers.ts';

/**
 * Whether the job's step would tell of a registration's link that is none: the step that makes it was skipped, since
 * the supplier is registered, and the wait for who has it is still to come.
 */
export async function tellsOfNoLink(job: JobRow): Promise<boolean> {
  const opener = openerOf(job);
  if (opener < 0) return false;
  const skipped = await database()
    .select({ id: intents.id })
    .from(intents)
    .innerJoin(intentEvents, eq(intentEvents.intentId, intents.id))
    .where(
      and(
        eq(intents.jobId, job.id),
        eq(intents.phase, 'steps'),
        eq(intents.position, opener),
        eq(intentEvents.status, 'SKIP'),
      ),
    )
    .limit(1);
  return skipped.length > 0;
}

/** The place of the step that makes the link which a step may tell of before the wait for its holder; -1: there is none. */
function openerOf({ phase, position, steps }: JobRow): number {
  const kinds = steps.map(({ provider }) => providers.get(provider));
  if (phase !== 'steps' || kinds[position]?.role !== 'tells') return -1;
  const wait = kinds.find((kind, index) => index > position && kind?.role === 'waits');
  if (!wait) return -1;
  return kinds.findLastIndex((kind, index) => index < position && kind?.id === wait.needs);
}
