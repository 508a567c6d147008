import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/client.ts';
import { migrationsFolder } from '#lib/database/migrate.ts';
import { type Finding, listed, trouble } from './finding.ts';

/** The part of Drizzle's snapshot that is compared. It has everything that the migrations make. */
interface Snapshot {
  tables: Record<string, SnapshotTable>;
}
interface SnapshotTable {
  name: string;
  columns: Record<
    string,
    {
      name: string;
      type: string;
      primaryKey: boolean;
      notNull: boolean;
      default?: unknown;
      generated?: unknown;
    }
  >;
  indexes: Record<string, { isUnique: boolean }>;
  foreignKeys: object;
  compositePrimaryKeys: object;
  uniqueConstraints: object;
  checkConstraints: object;
}

/** The tables as this build's last migration leaves them. */
export function expectedTables(): SnapshotTable[] {
  const read = (name: string) => JSON.parse(readFileSync(join(migrationsFolder, 'meta', name), 'utf8'));
  const { idx } = read('_journal.json').entries.at(-1);
  const { tables }: Snapshot = read(`${String(idx).padStart(4, '0')}_snapshot.json`);
  return Object.values(tables);
}

interface LiveColumn {
  table: string;
  name: string;
  type: string;
  not_null: boolean;
  has_default: boolean;
}

/**
 * Compares the catalog of the database with what the migrations make. What the database has beside it is no trouble: a
 * newer build may have added it.
 */
export async function examineSchema(db: Database): Promise<Finding[]> {
  const expected = expectedTables();
  const columns = await readColumns(db);
  const live = Map.groupBy(columns, ({ table }) => table);
  const present = expected.filter(({ name }) => live.has(name));
  const missing = expected.filter(({ name }) => !live.has(name));
  return [
    ...about(
      'tables are missing',
      missing.map((table) => withNewName(table, live, expected)),
      renameBack,
    ),
    ...compareColumns(present, live),
    ...(await compareIndexes(db, present)),
    ...(await compareConstraints(db, present)),
    ...(await examineTriggers(db)),
  ];
}

const restoreBackup = 'restore a backup (docs/backup.md#restoring)';
const renameBack = `If somebody renamed them, rename them back. Otherwise ${restoreBackup}.`;

const mostStatements = 5;

/** The lines of the migrations that make indexes or constraints. */
function statementsOf(names: string[]): string {
  const lines = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => readFileSync(join(migrationsFolder, name), 'utf8').split('\n'))
    .map((line) => line.replace('--> statement-breakpoint', '').trim());
  return [
    'Repeat what made them (docs/operations.md#the-schema-differs):',
    ...names.slice(0, mostStatements).flatMap((name) => lines.filter((line) => line.includes(`"${name}"`))),
    ...(names.length > mostStatements ? ['and so on'] : []),
  ].join('\n');
}

const about = (what: string, names: string[], remedy: string): Finding[] =>
  names.length > 0 ? [trouble('schema', `${what}: ${listed(names)}`, remedy)] : [];

/** A renamed table has the same columns. */
function withNewName(
  { name, columns }: SnapshotTable,
  live: Map<string, LiveColumn[]>,
  expected: SnapshotTable[],
): string {
  const wanted = Object.keys(columns).sort().join();
  const [renamed] = [...live].flatMap(([other, of]) =>
    expected.every((table) => table.name !== other) &&
    of
      .map((column) => column.name)
      .sort()
      .join() === wanted
      ? [other]
      : [],
  );
  return renamed ? `${name} (${renamed} has its columns)` : name;
}

function compareColumns(tables: SnapshotTable[], live: Map<string, LiveColumn[]>): Finding[] {
  const missing: string[] = [];
  const different: string[] = [];
  for (const table of tables) {
    for (const [name, column] of Object.entries(table.columns)) {
      const found = live.get(table.name)?.find((each) => each.name === name);
      const path = `${table.name}.${name}`;
      if (!found) {
        missing.push(path);
        continue;
      }
      const isSerial = column.type === 'bigserial';
      const type = isSerial ? 'bigint' : column.type.replace(' (', '(');
      const hasDefault = column.default !== undefined || column.generated !== undefined || isSerial;
      if (found.type !== type) different.push(`${path} is ${found.type}, not ${type}`);
      else if (found.not_null !== column.notNull)
        different.push(`${path} ${found.not_null ? 'refuses' : 'accepts'} null`);
      else if (hasDefault && !found.has_default) different.push(`${path} has no default`);
    }
  }
  return [
    ...about('columns are missing', missing, renameBack),
    ...about(
      'columns differ',
      different,
      'Undo the change with alter table (docs/operations.md#the-schema-differs).',
    ),
  ];
}

async function readColumns(db: Database): Promise<LiveColumn[]> {
  const { rows } = await db.execute<LiveColumn & Record<string, unknown>>(sql`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as not_null,
      atthasdef or attidentity <> '' as has_default
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = to_regnamespace('public') and relkind in ('r', 'p') and attnum > 0 and not attisdropped`);
  return rows;
}

async function compareIndexes(db: Database, tables: SnapshotTable[]): Promise<Finding[]> {
  const { rows } = await db.execute<{ name: string; valid: boolean; is_unique: boolean }>(sql`
    select pg_class.relname as name, indisvalid and indisready as valid,
      indisunique as is_unique
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = to_regnamespace('public')`);
  const live = new Map(rows.map((row) => [row.name, row]));
  const expected = tables.flatMap(({ indexes }) => Object.entries(indexes));
  const missing = expected.filter(([name]) => !live.has(name)).map(([name]) => name);
  const plain = expected
    .filter(([name, { isUnique }]) => isUnique && live.get(name)?.is_unique === false)
    .map(([name]) => name);
  const invalid = rows.filter(({ valid }) => !valid).map(({ name }) => name);
  return [
    ...about('indexes are missing', missing, statementsOf(missing)),
    ...about('indexes are not unique', plain, `Drop them. ${statementsOf(plain)}`),
    ...about(
      'indexes are invalid',
      invalid,
      `reindex index concurrently "${invalid[0]}"; and the same for each.`,
    ),
  ];
}

/** PostgreSQL shortens longer names. */
const maxNameLength = 63;

async function compareConstraints(db: Database, tables: SnapshotTable[]): Promise<Finding[]> {
  const { rows } = await db.execute<{ name: string; valid: boolean }>(sql`
    select conname as name, convalidated as valid from pg_constraint where connamespace = to_regnamespace('public')`);
  const live = new Map(rows.map(({ name, valid }) => [name, valid]));
  const expected = tables.flatMap((table) => [
    ...Object.values(table.columns).flatMap(({ name, primaryKey }) =>
      primaryKey
        ? [{ name: `${table.name}_pkey`, remedy: `alter table ${table.name} add primary key (${name});` }]
        : [],
    ),
    ...[table.foreignKeys, table.compositePrimaryKeys, table.uniqueConstraints, table.checkConstraints]
      .flatMap(Object.keys)
      .map((name) => ({ name, remedy: statementsOf([name]) })),
  ]);
  const validity = ({ name }: { name: string }) => live.get(name.slice(0, maxNameLength));
  const missing = expected.filter((each) => validity(each) === undefined);
  const invalid = expected.filter((each) => validity(each) === false).map(({ name }) => name);
  return [
    ...about(
      'constraints are missing',
      missing.map(({ name }) => name),
      missing[0]?.remedy ?? '',
    ),
    ...about(
      'constraints were not checked for the rows that exist',
      invalid,
      `alter table … validate constraint "${invalid[0]}"; and the same for each.`,
    ),
  ];
}

/** Foreign keys are triggers. Loading tools disable them, and forget to enable them. */
async function examineTriggers(db: Database): Promise<Finding[]> {
  const { rows } = await db.execute<{ table: string }>(sql`
    select distinct tgrelid::regclass::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgenabled in ('D', 'R') and relnamespace in (to_regnamespace('public'), to_regnamespace('pgboss'))
    order by 1`);
  const tables = rows.map(({ table }) => table);
  return about(
    'triggers are disabled, so foreign keys are not checked',
    tables,
    `As a superuser: alter table ${tables[0]} enable trigger all; and the same for each. Then check the rows (docs/operations.md#the-schema-differs).`,
  );
}
