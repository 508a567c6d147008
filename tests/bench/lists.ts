import { sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database, type OpenDatabase, openDatabase, setDatabase } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { newestFirst, page } from '#lib/paging.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { createDatabase, startPostgres } from '#tests/support/postgres.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { addSuppliers } from './many-suppliers.ts';
import type { Table } from './report.ts';
import { amount, inTurns, median, millisecondsOf } from './rounds.ts';

const sizes = [amount(100, 10), amount(10_000, 20), amount(100_000, 30)] as const;
const rounds = amount(21);
/** The largest against the smallest. */
const most = 1.5;

interface Site {
  ctx: Context;
  /** Of an entry in the middle of the list. */
  middle: string | undefined;
}
type Ask = (site: Site) => Promise<unknown>;

const list = (query: Partial<Parameters<typeof searchEntries>[1]>): Ask => {
  return ({ ctx }) => searchEntries(ctx, { folder: 'suppliers', limit: 20, ...query });
};
const pages: Record<string, Ask> = {
  'the first page': list({}),
  'the page after half of them': (site) => list({ cursor: site.middle })(site),
  'those in an error': list({ state: 'error' }),
  'those without a state': list({ state: 'empty' }),
};
const searches: Record<string, Ask> = {
  'a common word: ferreteria': list({ q: 'ferreteria' }),
  'the beginning of one: f': list({ q: 'f' }),
  'two words: panaderia rio': list({ q: 'panaderia rio' }),
  'a tax code: 30-00007': list({ q: '30-00007' }),
  'a rare beginning: c4ca': list({ q: 'c4ca' }),
  'a word that is nowhere': list({ q: 'inexistente' }),
};
const overview: Record<string, Ask> = { 'the overview': ({ ctx }) => workspaceOverview(ctx) };
const asks = { ...pages, ...searches, ...overview };

/** What the verbs behind the Console's lists take, whatever the number of suppliers. */
export async function measureLists(): Promise<Table[]> {
  const postgres = await startPostgres();
  const open = async () => openDatabase({ url: await createDatabase(postgres.url), dataDir: '' });
  const table = await compare(open);
  await postgres.stop();
  return [table];
}

async function compare(open: () => Promise<OpenDatabase>): Promise<Table> {
  const taken = new Map<number, Record<string, number[]>>();
  for (const size of sizes) taken.set(size, await measureAt(size, await open()));
  const milliseconds = (size: number, what: string) => median(taken.get(size)?.[what] ?? []);
  return {
    title: 'A page of suppliers',
    rows: Object.keys(asks).map((what) => {
      const ratio = milliseconds(sizes[2], what) / milliseconds(sizes[0], what);
      return {
        what,
        measured: sizes.map((size) => `${milliseconds(size, what).toFixed(2)} ms`).join(' / '),
        reference: `at ${sizes.map((size) => size.toLocaleString('en')).join(' / ')}`,
        ratio,
        ...(what in overview && { aim: `<= ${most.toFixed(2)}`, met: ratio <= most }),
      };
    }),
    notes: [
      `The median of ${rounds} rounds, in turn. The verb alone, in this process. Ratio: of the most to the fewest.`,
    ],
  };
}

async function measureAt(size: number, opened: OpenDatabase): Promise<Record<string, number[]>> {
  setDatabase(opened);
  const ctx = await newWorkspace('live');
  await addSuppliers(ctx, size);
  // What a server does by itself.
  await database().execute(sql`vacuum analyze`);
  const middle = await cursorAfter(size / 2);
  const contestants = Object.entries(asks).map(
    ([what, ask]) => [what, () => millisecondsOf(() => ask({ ctx, middle }), 5)] as const,
  );
  const measured = await inTurns(rounds, Object.fromEntries(contestants));
  await opened.close();
  setDatabase(undefined);
  return measured;
}

async function cursorAfter(count: number): Promise<string | undefined> {
  const rows = await database()
    .select()
    .from(entries)
    .orderBy(...newestFirst(entries))
    .limit(2)
    .offset(count);
  return page(rows, { limit: 1 }).nextCursor;
}
