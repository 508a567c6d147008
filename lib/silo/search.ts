import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries, wordInFolder, wordsInWorkspace } from '#lib/database/tables/silo.ts';
import { normaliseCuit } from '#lib/documents/cuit.ts';
import { folderNames } from '#lib/documents/envelope.ts';
import { maxCounted } from '#lib/limits.ts';
import { fromInstant, inOrder } from '#lib/paging.ts';
import { wordsOf } from '#lib/text-matching.ts';
import {
  countEntries,
  type EntryQuery,
  idsInList,
  inList,
  type ListedEntry,
  listEntries,
  listedColumns,
} from './entries.ts';
import { filteredColumns } from './invoice-filter.ts';

/** Number of newest entries scanned before the word index is used. */
const firstScanRows = 200;

/** If a scan finds this many matches, the words are common, and scanning more is faster than the index. */
const commonMatches = 5;
const secondScanRows = 2_000;

type Search = EntryQuery & {
  /** Number of matches to skip before the page. */
  offset?: number | undefined;
};

/**
 * Finds entries whose tax code begins with `q`, or whose name has a word beginning with each word of `q`.
 * Case and diacritics are ignored. A DNI counts as a tax code. An invoice matches by its customer's name and codes,
 * and by its number; a party also by the beginning of an e-mail address, up to its @ at least.
 * Returns rows for one page, newest first, plus one if there is a next page. Without `q`, lists all entries.
 *
 * A scan of the newest entries is fast for common words, for which the index would collect and sort every
 * match. The index is fast for rare words, which such a scan seldom finds.
 */
export async function searchEntries(
  ctx: Context,
  { q, ...query }: Search & { q?: string | undefined },
): Promise<ListedEntry[]> {
  if (q === undefined) return listEntries(ctx, query);
  const address = addressIn(q);
  if (address && query.folder !== 'invoices') return withAddress(ctx, query, address);
  const words = searchQuery(q);
  if (!words) return [];
  const pageRows = query.limit + 1;
  if (!longCode.test(words)) {
    for (const scannedRows of [firstScanRows, secondScanRows]) {
      const found = await searchNewestRows(ctx, query, words, scannedRows);
      if (found.length === pageRows) return found;
      if (found.length < commonMatches) break;
    }
  }
  return searchByIndex(ctx, query, words);
}

/**
 * Number of entries that `searchEntries` finds, up to `most` + 1; of a text search, up to `maxCounted` + 1, because
 * every match is read.
 */
export async function countFound(
  ctx: Context,
  { q, ...query }: Omit<Search, 'limit'> & { q?: string | undefined },
  most: number,
): Promise<number> {
  if (q === undefined) return countEntries(ctx, query, most);
  const address = addressIn(q);
  if (address && query.folder !== 'invoices') {
    const found = reader(ctx)
      .select({ id: entries.id })
      .from(entries)
      .where(and(inList(ctx, query), inArray(entries.id, idsWithAddress(ctx, address))))
      .limit(maxCounted + 1);
    return reader(ctx).$count(found.as('found'));
  }
  const words = searchQuery(q);
  if (!words) return 0;
  // A materialised CTE is read only as far as the limit.
  const { rows } = await reader(ctx).execute<{ count: number }>(sql`
    select count(*)::int as count from (
      with ${entries} as materialized (
        select ${filteredColumns} from entries where ${hasWords(ctx, words, query.folder)}
      )
      select id from ${entries} where ${inList(ctx, query)} limit ${maxCounted + 1}
    ) as counted`);
  return rows[0]?.count ?? 0;
}

/** Searches only the newest entries, for prefixes so short that collecting all matches would be slow. */
export async function searchNewest(
  ctx: Context,
  { q, ...query }: EntryQuery & { q: string },
): Promise<ListedEntry[]> {
  const words = searchQuery(q);
  return words ? searchNewestRows(ctx, query, words, secondScanRows) : [];
}

/** Query for at least six digits of a tax code. It matches few entries, so the index is used directly. */
const longCode = /^'\d{6,}':\*$/;

async function searchNewestRows(
  ctx: Context,
  query: Search,
  words: string,
  scannedRows: number,
): Promise<ListedEntry[]> {
  const newest = reader(ctx)
    .select({ ...listedColumns, search: entries.search })
    .from(entries)
    .where(inArray(entries.id, idsInList(ctx, query, scannedRows)))
    .as('newest');
  return reader(ctx)
    .select()
    .from(newest)
    .where(matchesWords(newest.search, words))
    .orderBy(...inOrder(newest, query))
    .limit(query.limit + 1)
    .offset(query.offset ?? 0);
}

const addressIn = (text: string): string | undefined =>
  /^\s*([^\s@]+@\S*)\s*$/.exec(text.slice(0, maxQueryLength))?.[1]?.toLowerCase();

/** Case-insensitive prefix match, by an index in byte order. */
export const beginsWith = (column: Column | SQL, word: string): SQL =>
  sql`(lower(${column}) collate "C") like ${`${word.replace(/[\\%_]/g, '\\$&')}%`}`;

/** Most entries that an address finds: it has a name and an @, so it seldom finds more than one. */
const maxWithAddress = 1_000;

/** Entries by the address in the document, and suppliers also by the one for notices. */
function idsWithAddress(ctx: Context, address: string) {
  const inDocument = sql`${entries.doc} #>> '{emails,0,addr}'`;
  return unionAll(
    reader(ctx)
      .select({ id: entries.id })
      .from(entries)
      .where(
        and(
          eq(entries.workspaceId, ctx.workspace.id),
          sql`${entries.doc} ? 'emails'`,
          beginsWith(inDocument, address),
        ),
      ),
    reader(ctx)
      .select({ id: registrations.entryId })
      .from(registrations)
      .where(
        and(
          eq(registrations.workspaceId, ctx.workspace.id),
          sql`${registrations.noticeEmail} is not null`,
          beginsWith(registrations.noticeEmail, address),
        ),
      ),
  ).limit(maxWithAddress);
}

const withAddress = (ctx: Context, query: Search, address: string): Promise<ListedEntry[]> =>
  reader(ctx)
    .select(listedColumns)
    .from(entries)
    .where(
      and(inList(ctx, query), fromInstant(entries, query), inArray(entries.id, idsWithAddress(ctx, address))),
    )
    .orderBy(...inOrder(entries, query))
    .limit(query.limit + 1)
    .offset(query.offset ?? 0);

async function searchByIndex(ctx: Context, query: Search, words: string): Promise<ListedEntry[]> {
  // Materialised and filtered by words alone: the planner can only guess how many words have this prefix, and
  // might otherwise scan all of the workspace's entries. The CTE has the table's name, so that the list's
  // conditions apply to it.
  const found = sql`(
    with ${entries} as materialized (
      select ${filteredColumns} from entries where ${hasWords(ctx, words, query.folder)}
    )
    select id from ${entries} where ${inList(ctx, query)}
    order by ${sql.join(inOrder(entries, query), sql`, `)} limit ${query.limit + 1} offset ${query.offset ?? 0}
  )`;
  return inTransaction(ctx, async (tx) => {
    await tx.execute(setWorkMemory);
    return tx
      .select(listedColumns)
      .from(entries)
      .where(inArray(entries.id, found))
      .orderBy(...inOrder(entries, query));
  });
}

/** With less memory PostgreSQL keeps only page numbers for common words and rechecks all rows on them. */
const setWorkMemory = sql`set local work_mem = '64MB'`;

const matchesWords = (search: Column, words: string) => sql`${search} @@ ${words}::tsquery`;

/** Condition that an entry of the workspace, in one folder or in any, has these words. Uses the word index. */
export function hasWords({ workspace }: Context, words: string, folder?: string): SQL {
  const folders = folder ? [folder] : folderNames;
  const here = words.replace(/'([^']+)':\*/g, (_, word: string) => {
    const wordByFolder = folders.map((each) => prefixQuery(wordInFolder(workspace.id, each, word)));
    return `(${wordByFolder.join(' | ')})`;
  });
  return sql`${wordsInWorkspace} @@ ${here}::tsquery`;
}

const maxWords = 8;
const maxQueryLength = 100;

/** `3-12`: point of sale and number of an invoice, but also the beginning of a tax code. */
const invoiceNumber = /^\s*(\d{1,5})\s*-\s*(\d{1,8})\s*$/;

/**
 * Makes a tsquery of the search text: every word is a prefix. Digits with only separators between them are the
 * prefix of a tax code, or of an invoice number as printed.
 * @returns undefined if the text has no word
 */
export function searchQuery(text: string): string | undefined {
  const queryText = text.slice(0, maxQueryLength);
  const code = normaliseCuit(queryText);
  if (!/^\d+$/.test(code))
    return wordsOf(queryText).slice(0, maxWords).map(prefixQuery).join(' & ') || undefined;
  const [, series = '', number = ''] = invoiceNumber.exec(queryText) ?? [];
  const printed = series.padStart(5, '0') + number.padStart(8, '0');
  return number && printed !== code ? `${prefixQuery(code)} | ${prefixQuery(printed)}` : prefixQuery(code);
}

// Quoted, so that a word is not parsed as an operator. Words contain no quotes or backslashes here.
const prefixQuery = (word: string) => `'${word}':*`;
