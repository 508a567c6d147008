import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Sealed, type SealPlace, unseal } from '#lib/vault.ts';
import type { Database } from './client.ts';
import { nameOfColumn, placeInStep, type SealedColumn, sealedColumns } from './sealed-columns.ts';

interface SealedValue {
  sealed: Sealed;
  place: SealPlace;
}

/** A row of the column's table, with what is sealed in it. */
export interface SealedRow {
  /** The primary key, as text. */
  key: string[];
  /** The column, as text. */
  content: string;
  values: SealedValue[];
}

/** A part of a table, by its key: after `after`, up to `last`. */
export interface Bite {
  after: string[] | null;
  last: string[] | null;
}

/** Rows looked at in one statement. */
const rowsOfBite = 500;

/** The column's table in bites, in the order of its key. Each is measured when it is asked for. */
export async function* bitesOf(
  db: Database,
  { column, key }: SealedColumn,
  most = rowsOfBite,
): AsyncGenerator<Bite> {
  let after: string[] | null = null;
  do {
    const { rows }: { rows: { last: string[] }[] } = await db.execute<{ last: string[] }>(sql`
      select ${asTexts(key)} as last from ${column.table} where ${isAfter(key, after)}
      order by ${listOf(key)} offset ${most - 1} limit 1`);
    const last: string[] | null = rows[0]?.last ?? null;
    yield { after, last };
    after = last;
  } while (after);
}

/** The rows of a bite in which something is sealed, or those `among` them. */
export async function readSealed(
  db: Database,
  sealedColumn: SealedColumn,
  { after, last }: Bite,
  among: SQL = sql`true`,
): Promise<SealedRow[]> {
  const { column, key, row, workspace, environment, joined } = sealedColumn;
  const upTo = last ? sql`(${listOf(key)}) <= (${typed(key, last)})` : sql`true`;
  const { rows } = await db.execute<Read>(sql`
    select ${asTexts(key)} as key, ${column}::text as content, (${row})::text as row,
      (${workspace})::text as id, (${environment})::text as environment
    from ${column.table} ${joined}
    where ${isAfter(key, after)} and ${upTo} and ${hasSealed(sealedColumn)} and ${among}
    order by ${listOf(key)}`);
  return rows.map((read) => ({ key: read.key, content: read.content, values: valuesOf(sealedColumn, read) }));
}

type Read = { key: string[]; content: string; row: string; id: string; environment: string };

const hasSealed = ({ column, holds }: SealedColumn): SQL =>
  holds === 'steps' ? sql`${column}::text like '%"$sealed": "v%'` : sql`${column} is not null`;

const listOf = (columns: PgColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );
const asTexts = (columns: PgColumn[]): SQL =>
  sql`jsonb_build_array(${sql.join(
    columns.map((column) => sql`${column}::text`),
    sql`, `,
  )})`;
const typed = (columns: PgColumn[], values: string[]): SQL =>
  sql.join(
    columns.map((column, index) => sql`${values[index]}::${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
const isAfter = (key: PgColumn[], after: string[] | null): SQL =>
  after ? sql`(${listOf(key)}) > (${typed(key, after)})` : sql`true`;

function valuesOf(sealedColumn: SealedColumn, { content, row, id, environment }: Read): SealedValue[] {
  if (sealedColumn.holds === 'steps') return valuesOfSteps(JSON.parse(content), { id, environment });
  const [table = '', column = ''] = nameOfColumn(sealedColumn).split('.');
  return [{ sealed: content as Sealed, place: { table, column, row, workspace: id, environment } }];
}

/** Wherever a step's configuration may have one: a value of it, or a value of an object in it, such as headers. */
function valuesOfSteps(
  steps: { id: string; config?: Record<string, unknown> }[],
  owner: { id: string; environment: string },
): SealedValue[] {
  return steps.flatMap(({ id, config = {} }) =>
    Object.entries(config).flatMap(([name, value]) => {
      const inner = isSealedText(value) ? { [name]: value } : prefixed(name, value);
      return Object.entries(inner).flatMap(([path, each]) =>
        isSealedText(each) ? [{ sealed: each.$sealed, place: placeInStep(owner, id, path) }] : [],
      );
    }),
  );
}

const prefixed = (name: string, value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${name}.${key}`, inner]))
    : {};

/** A sealed text within JSON. */
export interface SealedText {
  $sealed: Sealed;
}
export const isSealedText = (value: unknown): value is SealedText =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '$sealed');

export interface VerifiedColumn {
  /** `certificates.key_sealed`. */
  name: string;
  opened: number;
  failed: number;
  /** Of the first that failed. */
  failures: { place: SealPlace; reason: string }[];
}

const mostFailures = 10;

/** Opens every sealed value of the database, in bites, and says of each column how many did. */
export async function verifySealed(db: Database, signal?: AbortSignal): Promise<VerifiedColumn[]> {
  const verified: VerifiedColumn[] = [];
  for (const column of Object.values<SealedColumn>(sealedColumns)) {
    const result: VerifiedColumn = { name: nameOfColumn(column), opened: 0, failed: 0, failures: [] };
    verified.push(result);
    for await (const bite of bitesOf(db, column)) {
      if (signal?.aborted) return verified;
      const rows = await readSealed(db, column, bite);
      for (const value of rows.flatMap(({ values }) => values)) tryToOpen(value, result);
    }
  }
  return verified;
}

function tryToOpen({ sealed, place }: SealedValue, result: VerifiedColumn): void {
  try {
    unseal(sealed, place).fill(0);
    result.opened += 1;
  } catch (error) {
    result.failed += 1;
    if (result.failures.length < mostFailures) result.failures.push({ place, reason: String(error) });
  }
}
