import { type Column, type SQL, sql } from 'drizzle-orm';

type Columns = Record<string, Column>;
type RowOf<Of extends Columns> = {
  [Name in keyof Of]: Of[Name]['_']['notNull'] extends true
    ? Of[Name]['_']['data']
    : Of[Name]['_']['data'] | null;
};

/** The row as an object of JSON, under the names that its columns have in code. */
export const jsonOf = (columns: Columns): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), sql`${column}`]),
    sql`, `,
  )})`;

/** What `jsonOf` the same columns came back as: instants are texts in JSON. */
export function rowOf<Of extends Columns>(columns: Of, json: Record<string, unknown>): RowOf<Of> {
  for (const [name, { dataType }] of Object.entries(columns)) {
    const value = json[name];
    if (dataType === 'date' && typeof value === 'string') json[name] = new Date(value);
  }
  return json as RowOf<Of>;
}
