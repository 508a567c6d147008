import { sql } from 'drizzle-orm';
import { database } from './client.ts';
import { supplierCountChanges, supplierCounts } from './tables/supplier-counts.ts';

/** Changes summed in one statement. */
const bite = 1_000;

/** What is counted by the day on which it happened is asked for this long at the most (lib/reports/overview.ts). */
const keptDays = 100;

/** Adds the changes to the counts, until `signal`. What another process has in hand is left to it. */
export async function sumCounts(signal?: AbortSignal): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined && !signal?.aborted) last = await sumAfter(last);
  await database().execute(sql`delete from ${supplierCounts}
    where day < current_date - ${keptDays}::int and (what <> 'certificates' or count = 0)`);
}

/**
 * One statement: who reads finds a change here or there, and never twice. In the order of the key, so that two who
 * add at once wait for each other, and not in a circle.
 * @returns the last that was summed; undefined when there was none
 */
async function sumAfter(last: number): Promise<number | undefined> {
  const { rows } = await database().execute<{ last: number | null }>(sql`
    with taken as (
      delete from ${supplierCountChanges} where id in (
        select id from ${supplierCountChanges} where id > ${last} order by id limit ${bite} for update skip locked)
      returning *
    ), added as (
      insert into ${supplierCounts} as counted (workspace_id, what, day, facts, count)
      select workspace_id, what, day, facts, sum(change) from taken
      group by workspace_id, what, day, facts having sum(change) <> 0
      order by workspace_id, what, day, facts
      on conflict (workspace_id, what, day, facts) do update set count = counted.count + excluded.count
    )
    select max(id)::float8 as last from taken`);
  return rows[0]?.last ?? undefined;
}
