import { sql } from 'drizzle-orm';
import { database, type Transaction } from '#lib/database/client.ts';
import { oneSetAtATime, sideBySide } from '#lib/database/sets.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { type Place, placeOf } from './begin.ts';
import type { JobRow } from './jobs.ts';
import type { JobMove } from './record.ts';

/** What is to be written of a job, as it was read. */
export interface Settlement {
  job: JobRow;
  work: (tx: Transaction) => Promise<JobMove>;
}

/** Runs `work` in a transaction that holds the job's row, unless another process has moved the job on meanwhile. */
export const settleStanding = oneSetAtATime<Settlement, JobMove>(64, (settlements) =>
  database().transaction(async (tx) => {
    const standing = await lockStanding(tx, settlements);
    // Once: a job may be there twice, and also with a place that it has left.
    return sideBySide(settlements, async ({ job, work }) =>
      standing.delete(placeOf(job)) ? work(tx) : 'moved',
    );
  }),
);

/** Locks the jobs' rows, and gives the places of those that nobody has moved on. */
async function lockStanding(tx: Transaction, settlements: readonly Settlement[]): Promise<Set<string>> {
  const places = settlements.map(({ job: { id, phase, position } }) => ({ id, phase, position }));
  const { rows } = await tx.execute<Place>(sql`
    select jobs.id, jobs.phase, jobs.position from ${jobs}
    join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (id uuid, phase text, position integer)
      on jobs.id = place.id and jobs.phase = place.phase and jobs.position = place.position
    where jobs.completed_at is null
    order by jobs.id for update of jobs`);
  return new Set(rows.map(placeOf));
}
