import Link from 'next/link';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Pager } from '#console/_ui/pager.tsx';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import '#console/_ui/list-page.css';
import './entry-list.css';
import { Filters, type FilterTexts } from './filters.tsx';
import { addressOf, type ListQuery, statesOf } from './list-query.ts';

const pageSize = 25;

export interface EntryPage {
  list: ListedEntry[];
  next: string | undefined;
}

/** The entries of a folder that the list's address asks for. */
export async function entriesOf(
  ctx: Context,
  folder: string,
  { q, ...query }: ListQuery,
  path: string,
): Promise<EntryPage> {
  const wanted = { ...query, folder, limit: pageSize };
  try {
    const rows = await searchEntries(ctx, q ? { ...wanted, q } : wanted);
    const { list, next_cursor: next } = page(rows, wanted, (row) => row);
    return { list, next };
  } catch (error) {
    // A cursor that somebody cut off or made up: the list from its beginning.
    if (error instanceof AltaError && error.fields.cursor)
      redirect(addressOf(path, { ...query, q, cursor: undefined }));
    throw error;
  }
}

/** There is nothing yet, rather than nothing that was asked for. */
export const isEmptyFolder = ({ list }: EntryPage, { q, state, cursor }: ListQuery): boolean =>
  list.length === 0 && !q && !state && !cursor;

/** The one that is asked for is among them, whichever it is. */
const offered = (folder: keyof typeof statesOf, asked: ListQuery['state']) => [
  ...new Set([...statesOf[folder], ...(asked ? [asked] : [])]),
];

interface EntryListProps {
  path: string;
  folder: keyof typeof statesOf;
  query: ListQuery;
  entries: EntryPage;
  texts: FilterTexts & { nothingTitle: string; nothing: string; clear: string };
  /** The table of these entries. */
  children: ReactNode;
}

/** A folder's entries with what narrows them down and the way to older ones. */
export function EntryList({ path, folder, query, entries: { list, next }, texts, children }: EntryListProps) {
  const { nothingTitle, nothing, clear, ...filterTexts } = texts;
  return (
    <div className="sheet">
      <Filters
        path={path}
        texts={filterTexts}
        q={query.q}
        state={query.state ?? ''}
        states={offered(folder, query.state)}
      />
      {list.length > 0 ? (
        children
      ) : (
        <EmptyNote icon="search" title={nothingTitle} action={<Link href={path}>{clear}</Link>}>
          {nothing}
        </EmptyNote>
      )}
      <Pager
        newest={query.cursor && addressOf(path, { ...query, cursor: undefined })}
        older={next && addressOf(path, { ...query, cursor: next })}
      />
    </div>
  );
}
