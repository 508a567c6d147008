import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { currentPrefix, rewrap } from '#lib/vault.ts';
import { vaultKeyOf } from '#lib/vault-keys.ts';
import type { Database } from './client.ts';
import { type SealedColumn, sealedColumns } from './sealed-columns.ts';
import { type Bite, bitesOf, readSealed, type SealedRow } from './sealed-values.ts';
import { vaultKeys } from './tables/vault.ts';
import { refreshVault } from './vault-state.ts';

/** Numbers of values. */
interface Found {
  rewrapped: number;
  /** What somebody else was writing meanwhile: it is looked at in the next pass. */
  passedOver: number;
  /** What is sealed under a key that is configured, and does not open. */
  unopened: number;
}

export interface Rotation extends Found {
  /** `settled`: by this pass it is certain that no other key is needed; `complete`: it was before. */
  state: 'under-way' | 'settling' | 'settled' | 'complete';
}

const nothing = { rewrapped: 0, passedOver: 0, unopened: 0 };

/**
 * Goes once through all that is sealed, and wraps anew what is sealed otherwise than now. It is complete when two
 * passes, a minute apart, found nothing. Any number of processes may do it at once, beside those that serve; killed,
 * it goes on with the next pass.
 */
export async function rotateVault(db: Database, signal?: AbortSignal): Promise<Rotation> {
  const { id, completeAt } = await refreshVault(db);
  if (completeAt) return { state: 'complete', ...nothing };
  const wasClean = await isLongClean(db, id);
  const found = await passThrough(db, signal);
  if (signal?.aborted) return { state: 'under-way', ...found };
  if (Object.values(found).some((count) => count > 0)) {
    await db.update(vaultKeys).set({ cleanSince: null }).where(eq(vaultKeys.id, id));
    return { state: 'under-way', ...found };
  }
  return { state: wasClean ? await settle(db, id) : await beginToSettle(db, id), ...found };
}

/**
 * A minute is longer than a transaction may take: what was sealed before another process noticed the new key, or is
 * copied from a row as it was, is there by then. By the database's clock, which all have in common.
 */
async function isLongClean(db: Database, id: string): Promise<boolean> {
  const isLong = sql`${vaultKeys.cleanSince} < now() - interval '1 minute'`;
  const found = await db
    .select({ id: vaultKeys.id })
    .from(vaultKeys)
    .where(and(eq(vaultKeys.id, id), isLong));
  return found.length > 0;
}

async function beginToSettle(db: Database, id: string): Promise<'settling'> {
  const cleanSince = sql`coalesce(${vaultKeys.cleanSince}, now())`;
  await db.update(vaultKeys).set({ cleanSince }).where(eq(vaultKeys.id, id));
  return 'settling';
}

/** Unless another process has found something meanwhile, or has begun with another key. */
const settle = (db: Database, id: string): Promise<'settled' | 'under-way'> =>
  db.transaction(async (tx) => {
    const isStillClean = and(
      eq(vaultKeys.id, id),
      eq(vaultKeys.current, true),
      isNotNull(vaultKeys.cleanSince),
    );
    const now = sql`now()`;
    const settled = await tx.update(vaultKeys).set({ completeAt: now }).where(isStillClean).returning();
    if (settled.length === 0) return 'under-way';
    await tx.update(vaultKeys).set({ unusedAt: now }).where(sql`not current and unused_at is null`);
    return 'settled';
  });

async function passThrough(db: Database, signal: AbortSignal | undefined): Promise<Found> {
  const all: Found = { ...nothing };
  for (const column of Object.values<SealedColumn>(sealedColumns)) {
    for await (const bite of bitesOf(db, column)) {
      if (signal?.aborted) return all;
      const found = await rewrapBite(db, column, bite);
      for (const name of ['rewrapped', 'passedOver', 'unopened'] as const) all[name] += found[name];
    }
  }
  return all;
}

async function rewrapBite(db: Database, sealedColumn: SealedColumn, bite: Bite): Promise<Found> {
  const rows = await readSealed(db, sealedColumn, bite, isOtherwise(sealedColumn));
  const rewrapped = rows.map(rewrapRow);
  const changes = rewrapped.flatMap(({ change }) => (change ? [change] : []));
  const written = changes.length > 0 ? await write(db, sealedColumn, changes) : 0;
  return {
    rewrapped: written,
    passedOver: sum(changes.map(({ values }) => values)) - written,
    unopened: sum(rewrapped.map(({ unopened }) => unopened)),
  };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

const isOtherwise = ({ column, holds }: SealedColumn) =>
  holds === 'value'
    ? sql`not starts_with(${column}, ${currentPrefix()})`
    : sql`${column}::text ~ ${`"\\$sealed": "(?!${currentPrefix().replaceAll('.', '\\.')})`}`;

/** A column from what it is to what it becomes, with so many values in it that are wrapped anew. */
interface Change {
  key: string[];
  before: string;
  after: string;
  values: number;
}

/** What does not open stays as it is. */
function rewrapRow({ key, content, values }: SealedRow): { change?: Change; unopened: number } {
  const change: Change = { key, before: content, after: content, values: 0 };
  let unopened = 0;
  for (const { sealed, place } of values) {
    if (sealed.startsWith(currentPrefix())) continue;
    try {
      change.after = change.after.replaceAll(sealed, rewrap(sealed, place));
      change.values += 1;
    } catch {
      // Under a key that nobody has it is lost already, and needs none.
      if (vaultKeyOf(sealed.split('.')[1] ?? '')) unopened += 1;
    }
  }
  return change.values > 0 ? { change, unopened } : { unopened };
}

/**
 * Writes what is still as it was read. Nobody is waited for, so that who holds rows in another order does not wait
 * for this in turn. Gives the number of values.
 */
async function write(db: Database, { column, key }: SealedColumn, changes: Change[]): Promise<number> {
  const { table } = column;
  const ofChange = (name: string) => sql`(change ->> ${name})::${sql.raw(column.getSQLType())}`;
  const isRow = key.map(
    (each, index) => sql`${each} = (change -> 'key' ->> ${index}::int)::${sql.raw(each.getSQLType())}`,
  );
  const isFree = key.map((each) => sql`${each} = free.${sql.identifier(each.name)}`);
  const keys = sql.join([...key], sql`, `);
  const { rows } = await db.execute<{ values: number }>(sql`
    with free as (
      select ${keys}, ${ofChange('after')} as after, (change ->> 'values')::int as values
      from ${table} join jsonb_array_elements(${JSON.stringify(changes)}::jsonb) change
        on ${sql.join(isRow, sql` and `)} and ${column} = ${ofChange('before')}
      for no key update of ${table} skip locked
    )
    update ${table} set ${sql.identifier(column.name)} = free.after from free
    where ${sql.join(isFree, sql` and `)} returning free.values`);
  return sum(rows.map(({ values }) => values));
}
