import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { database } from '#lib/database/client.ts';
import { rateUses } from '#lib/database/tables/rate-uses.ts';
import { shared } from '#lib/shared.ts';

/** So long uses are gathered before they go to the database: what one of many costs is next to nothing. */
const gatheringMs = 250;

/** A use that this process has counted. */
interface Use {
  /** What is counted, and for whom. It is kept as a hash. */
  id: string;
  limiter: RateLimiterMemory;
  /** The limiter's. */
  key: string;
}
type Uses = Use & { uses: number };

/**
 * Tells the other processes, and this one's limiter what all have used.
 * @returns what that is; null while the database is away: then each process counts for itself.
 */
export async function shareUse(use: Use): Promise<RateLimiterRes | null> {
  const isHeard = await share([{ ...use, uses: 1 }], () => 0);
  return isHeard ? use.limiter.get(use.key) : null;
}

const gathered = () => shared('gathered-uses', () => new Map<string, Uses>());

/** The same, with others and a moment later: for what is used often. */
export function shareSoon({ id, limiter, key }: Use): void {
  if (gathered().size === 0) setTimeout(shareGathered, gatheringMs).unref();
  const { uses } = gathered().get(id) ?? { uses: 0 };
  gathered().set(id, { id, limiter, key, uses: uses + 1 });
}

async function shareGathered(): Promise<void> {
  const uses = [...gathered().values()];
  gathered().clear();
  await share(uses, (id) => gathered().get(id)?.uses ?? 0);
}

/** @param usesSince of this process, which the database does not know yet */
async function share(uses: readonly Uses[], usesSince: (id: string) => number): Promise<boolean> {
  const totals = await addToAll(uses).catch(() => undefined);
  if (!totals) return false;
  for (const { id, limiter, key } of uses) {
    const total = totals.get(hashOf(id));
    if (total) await limiter.set(key, total.uses + usesSince(id), Math.max(total.secondsLeft, 0.001));
  }
  return true;
}

/** What all processes have used, in the window that began with the first of them, by the database's clock. */
async function addToAll(added: readonly Uses[]): Promise<Map<string, { uses: number; secondsLeft: number }>> {
  // In the order of the keys: so two processes never wait for each other.
  const rows = added
    .map((row) => ({ ...row, hash: hashOf(row.id) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const { key, uses, endsAt } = rateUses;
  const isOver = sql`${endsAt} <= now()`;
  const answer = await database().execute<{ key: string; uses: number; secondsLeft: number }>(sql`
    insert into ${rateUses} (key, uses, ends_at)
    select key, uses, now() + seconds * interval '1 second' from unnest(
      ${sql.param(rows.map(({ hash }) => hash))}::text[],
      ${sql.param(rows.map((row) => row.uses))}::int[],
      ${sql.param(rows.map(({ limiter }) => limiter.duration))}::int[]
    ) as added(key, uses, seconds)
    on conflict (key) do update set
      uses = case when ${isOver} then excluded.uses else ${uses} + excluded.uses end,
      ends_at = case when ${isOver} then excluded.ends_at else ${endsAt} end
    returning ${key}, ${uses}, extract(epoch from ${endsAt} - now())::float8 as "secondsLeft"`);
  return new Map(answer.rows.map((row) => [row.key, row]));
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');
