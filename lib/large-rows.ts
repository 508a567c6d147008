import { type Column, type SQL, sql } from 'drizzle-orm';
import { sizeLimits } from './limits.ts';

/** Of a table that says how many bytes the large columns of a row take (`bytesOf`). */
interface Sized {
  id: string;
  bytes: number;
}

/** Up to this a large column is read with its row, so that an ordinary page is one statement. */
const smallBytes = 10_240;
/** What one statement reads of the others. */
const portionBytes = 1_048_576;

/** A large column in a list: null where the row is left to `readWhole`, which leaves none as it is. */
export const whereSmall = <T>(bytes: Column, column: SQL<T> | Column): SQL<T> =>
  sql<T>`case when ${bytes} <= ${smallBytes} then ${column} end`;

/**
 * The first of a page's rows, as many as there is room for, whole. Of the others nothing large is read: they begin the
 * next page.
 * @param read gives rows by their ids, with their large columns
 */
export async function readWhole<Row extends Sized>(
  rows: Row[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const onPage = fittingInto(sizeLimits.pageBytes, rows);
  const whole = new Map(onPage.filter(isSmall).map((row) => [row.id, row]));
  let left = onPage.filter((row) => !isSmall(row));
  while (left.length > 0) {
    const portion = fittingInto(portionBytes, left);
    for (const row of await read(portion.map(({ id }) => id))) whole.set(row.id, row);
    left = left.slice(portion.length);
  }
  return onPage.flatMap(({ id }) => whole.get(id) ?? []);
}

const isSmall = ({ bytes }: Sized) => bytes <= smallBytes;

/** One at the least. */
function fittingInto<Row extends Sized>(room: number, rows: Row[]): Row[] {
  let taken = 0;
  const beyond = rows.findIndex(({ bytes }, index) => {
    taken += bytes;
    return index > 0 && taken > room;
  });
  return beyond === -1 ? rows : rows.slice(0, beyond);
}
