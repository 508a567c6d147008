import { sql } from 'drizzle-orm';
import { currentDatabase, database } from './client.ts';

interface Neglected extends Record<string, unknown> {
  table: string;
  /** Rows that are gone take room, or new ones wait to be merged into an index. */
  has_dead: boolean;
  has_changed: boolean;
}

/**
 * What a server's autovacuum does, for the embedded database, which has none: without statistics its planner guesses,
 * and what waits to be merged into the index of words is read through at each search. By autovacuum's own measures,
 * table by table, so that requests get between; until `signal`.
 */
export async function keepUpEmbedded(signal?: AbortSignal): Promise<void> {
  if (currentDatabase().driver.kind !== 'embedded') return;
  for (const { table, has_dead, has_changed } of await neglected()) {
    if (signal?.aborted) return;
    const work = has_dead ? (has_changed ? 'vacuum analyze' : 'vacuum') : 'analyze';
    await database().execute(sql.raw(`${work} ${table}`));
  }
}

/** None while the database only reads (space.ts): this writes too. */
async function neglected(): Promise<Neglected[]> {
  // A table that neither was looked at yet has -1 rows; what changed is forgotten by a process that is killed.
  const { rows } = await database().execute<Neglected>(sql`
    select * from (
      select format('%I.%I', schemaname, stat.relname) as table,
        n_dead_tup > 50 + 0.2 * reltuples or n_ins_since_vacuum > 1000 + 0.2 * reltuples as has_dead,
        n_mod_since_analyze > 50 + 0.1 * reltuples or reltuples < 0 and pg_relation_size(relid) > 0 as has_changed
      from pg_stat_user_tables stat join pg_class on pg_class.oid = relid and relkind = 'r'
    ) tables
    where (has_dead or has_changed) and current_setting('default_transaction_read_only') = 'off'`);
  return rows;
}
