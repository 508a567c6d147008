import { type Column, type SQL, sql } from 'drizzle-orm';
import { sizeLimits } from './limits.ts';
import { shared } from './shared.ts';

/** Of a table that says how many bytes the large columns of a row take (`bytesOf`). */
interface Sized {
  id: string;
  bytes: number;
}

/** Up to this a large column is read with its row, so that an ordinary page is one statement. */
const smallBytes = 10_240;
/** What one statement reads of the others: the embedded database answers nobody else meanwhile. */
const portionBytes = 1_048_576;
/** Who reads is not made to wait for a database that is slow for everybody. */
const longestPauseMs = 50;

/** A large column in a list: null where the row is left to `readWhole`, which leaves none as it is. */
export const whereSmall = <T>(bytes: Column, column: SQL<T> | Column): SQL<T> =>
  sql<T>`case when ${bytes} <= ${smallBytes} then ${column} end`;

/**
 * The first of a page's rows, as many as there is room for, whole. Of the others nothing large is read: they begin the
 * next page.
 * @param read gives rows by their ids, with their large columns. Outside of a transaction: it waits for other pages.
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
    for (const row of await inTurn(() => read(portion.map(({ id }) => id)))) whole.set(row.id, row);
    left = left.slice(portion.length);
  }
  return onPage.flatMap(({ id }) => whole.get(id) ?? []);
}

const reading = shared<{ last: Promise<unknown> }>('large-reading', () => ({ last: Promise.resolve() }));

/**
 * One portion at a time in the process, and after each as long a pause: half of its time is for whatever else it is
 * asked. Statements of the embedded database would follow each other without its ever looking up.
 */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const { last } = reading;
  const { promise, resolve } = Promise.withResolvers<void>();
  reading.last = promise;
  await last;
  const begun = performance.now();
  try {
    return await read();
  } finally {
    setTimeout(resolve, Math.min(performance.now() - begun, longestPauseMs));
  }
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
