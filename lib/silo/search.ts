import { type Column, inArray, type SQL, sql } from 'drizzle-orm';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { entries, wordInFolder, wordsInWorkspace } from '#lib/database/tables/silo.ts';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { folderNames } from '#lib/documents/envelope.ts';
import { inOrder } from '#lib/paging.ts';
import { wordsOf } from '#lib/words.ts';
import {
  type EntryQuery,
  idsInList,
  inList,
  type ListedEntry,
  listEntries,
  listedColumns,
} from './entries.ts';
import { filteredColumns } from './invoice-filter.ts';

/** So many of the newest entries are looked through before the index of words is asked. */
const firstLook = 200;

/** With so many matches among these the words are common: a page is sooner full from the newest than by the index. */
const common = 5;
const secondLook = 2_000;

type Search = EntryQuery & {
  /** How many of the matches are left out, before the page. */
  offset?: number | undefined;
};

/**
 * Entries whose tax code begins with `q`, or in whose name each word of it begins a word; marks and case play
 * no part. Of an invoice these are its customer's, and its number is found as well. Newest first: rows for one
 * page, and one more when there is a next page. Without `q` it is the list.
 *
 * Two ways, since either alone is slow for the other's words: a common word fills its page from the newest
 * entries, while the index would give all that have it, to be sorted; a rare one is found by the index alone.
 */
export async function searchEntries(
  ctx: Context,
  { q, ...query }: Search & { q?: string | undefined },
): Promise<ListedEntry[]> {
  if (q === undefined) return listEntries(ctx, query);
  const words = searchQuery(q);
  if (!words) return [];
  const wanted = query.limit + 1;
  if (!longCode.test(words)) {
    for (const among of [firstLook, secondLook]) {
      const found = await matchingAmongNewest(ctx, query, words, among);
      if (found.length === wanted) return found;
      if (found.length < common) break;
    }
  }
  return matching(ctx, query, words);
}

/** Among the newest alone: of a beginning so short that what all has it would take long to gather. */
export async function searchNewest(
  ctx: Context,
  { q, ...query }: EntryQuery & { q: string },
): Promise<ListedEntry[]> {
  const words = searchQuery(q);
  return words ? matchingAmongNewest(ctx, query, words, secondLook) : [];
}

/** Few tax codes begin with the same six digits. */
const longCode = /^'\d{6,}':\*$/;

async function matchingAmongNewest(
  ctx: Context,
  query: Search,
  words: string,
  among: number,
): Promise<ListedEntry[]> {
  const newest = reader(ctx)
    .select({ ...listedColumns, search: entries.search })
    .from(entries)
    .where(inArray(entries.id, idsInList(ctx, query, among)))
    .as('newest');
  return reader(ctx)
    .select()
    .from(newest)
    .where(has(newest.search, words))
    .orderBy(...inOrder(newest, query))
    .limit(query.limit + 1)
    .offset(query.offset ?? 0);
}

async function matching(ctx: Context, query: Search, words: string): Promise<ListedEntry[]> {
  // Materialised, and by its words alone: else the planner may walk through all of the workspace's entries in the
  // hope of a match: how many words begin like this it only guesses. What was found has
  // the table's name, so that the list's conditions are the same for both.
  const found = sql`(
    with ${entries} as materialized (
      select ${filteredColumns} from entries where ${hasWords(ctx, words, query.folder)}
    )
    select id from ${entries} where ${inList(ctx, query)}
    order by ${sql.join(inOrder(entries, query), sql`, `)} limit ${query.limit + 1} offset ${query.offset ?? 0}
  )`;
  return inTransaction(ctx, async (tx) => {
    await tx.execute(roomForMatches);
    return tx
      .select(listedColumns)
      .from(entries)
      .where(inArray(entries.id, found))
      .orderBy(...inOrder(entries, query));
  });
}

/** With less, PostgreSQL notes of a common word only the pages, and takes the words of every row there apart again. */
const roomForMatches = sql`set local work_mem = '64MB'`;

const has = (search: Column, words: string) => sql`${search} @@ ${words}::tsquery`;

/** Of an entry of the workspace that it has these words, by their index; of one folder, or of all. */
export function hasWords({ workspace }: Context, words: string, folder?: string): SQL {
  const folders = folder ? [folder] : folderNames;
  const here = words.replace(/'([^']+)':\*/g, (_, word: string) => {
    const inEach = folders.map((each) => beginning(wordInFolder(workspace.id, each, word)));
    return `(${inEach.join(' | ')})`;
  });
  return sql`${wordsInWorkspace} @@ ${here}::tsquery`;
}

const mostWords = 8;
const longest = 100;

/** `3-12`: point of sale and number of an invoice, and as well the beginning of a tax code. */
const invoiceNumber = /^\s*(\d{1,5})\s*-\s*(\d{1,8})\s*$/;

/**
 * What is looked for, as a tsquery: every word, each the beginning of one in the document. Digits with nothing
 * but separators between them are the beginning of one tax code, or of an invoice's number as it is printed.
 * Undefined when there is no word in it.
 */
export function searchQuery(text: string): string | undefined {
  const asked = text.slice(0, longest);
  const code = normaliseCuit(asked);
  if (!/^\d+$/.test(code)) return wordsOf(asked).slice(0, mostWords).map(beginning).join(' & ') || undefined;
  const [, series = '', number = ''] = invoiceNumber.exec(asked) ?? [];
  const printed = series.padStart(5, '0') + number.padStart(8, '0');
  return number && printed !== code ? `${beginning(code)} | ${beginning(printed)}` : beginning(code);
}

// The quotes keep a word from being read as an operator; there is neither a quote nor a backslash left in it.
const beginning = (word: string) => `'${word}':*`;
