import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { nameOfColumn, type SealedColumn, sealedColumns } from './sealed-columns.ts';

export interface SealedCount {
  /** `certificates.key_sealed`. */
  column: string;
  keyId: string;
  count: number;
}

/** How many values of each column are sealed under which key. Reads all of them: for who asks, and not by schedule. */
export async function countSealed(db: Database): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const sealedColumn of Object.values<SealedColumn>(sealedColumns)) {
    const { rows } = await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return tx.execute<Omit<SealedCount, 'column'>>(sql`
        select split_part(start, '.', 2) as "keyId", count(*)::float8 as count
        from (${startsOf(sealedColumn)}) as starts group by 1 order by 1`);
    });
    counts.push(...rows.map((row) => ({ column: nameOfColumn(sealedColumn), ...row })));
  }
  return counts;
}

/** Of each value, `<format>.<key id>.`. */
const startsOf = ({ column, holds }: SealedColumn): SQL =>
  holds === 'value'
    ? sql`select left(${column}, 16) as start from ${column.table} where ${column} is not null`
    : sql`select found[1] as start from ${column.table},
        regexp_matches(${column}::text, '"\\$sealed": "(v[0-9]+\\.[0-9a-f]+\\.)', 'g') as found`;
