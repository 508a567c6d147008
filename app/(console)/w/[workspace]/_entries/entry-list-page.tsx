import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import type { Context } from '#lib/context.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import './entry-list.css';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';
import { Filters } from './filters.tsx';

export interface EntryTableProps {
  ctx: Context;
  workspace: string;
  entries: ListedEntry[];
}

interface EntryListPageProps {
  ctx: Context;
  folder: 'suppliers' | 'invoices';
  searchParams: SearchParams;
  table: (props: EntryTableProps) => Promise<ReactNode>;
  /** What there has to be before there can be a first entry; asked for when there is none. */
  missing?: () => Promise<ReactNode>;
}

/** The page of a folder. Its texts are under the folder's name in `messages/console/`. */
export async function EntryListPage({
  ctx,
  folder,
  searchParams,
  table: Table,
  missing,
}: EntryListPageProps) {
  const t = await getTranslations(`console.${folder}.list`);
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, `/${folder}`);
  const { q, state, archived } = readQuery(searchParams);
  const cursor = paramOf(searchParams, 'cursor');
  const { list, pager } = await listPage({
    path,
    filters: { q, state: archived ? 'archived' : state },
    cursor,
    find: (query) => searchEntries(ctx, { ...query, folder, state, archived, ...(q ? { q } : {}) }),
  });
  const isEmpty = list.length === 0 && !q && !state && !archived && !cursor;
  const newEntry = (
    <LinkButton href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  return (
    <ClientTexts areas={['suppliers', 'entry']}>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : newEntry} />
      {isEmpty ? (
        <div className="sheet">
          {(await missing?.()) || (
            <EmptyNote icon={folder} title={t('noneTitle')} action={newEntry}>
              {t('noneText')}
            </EmptyNote>
          )}
        </div>
      ) : (
        <div className="sheet">
          <Filters
            path={path}
            texts={{
              search: t('search'),
              searchHint: t('searchHint'),
              state: t('state'),
              allStates: t('allStates'),
              archived: t('archived'),
              submit: t('submit'),
            }}
            q={q ?? ''}
            state={archived ? 'archived' : (state ?? '')}
            states={statesToChoose(folder, state)}
          />
          {list.length > 0 ? (
            <Table ctx={ctx} workspace={slug} entries={list} />
          ) : (
            <EmptyNote icon="search" title={t('nothingTitle')} action={<Link href={path}>{t('clear')}</Link>}>
              {q ? t('nothingText', { q }) : t(archived ? 'nothingArchived' : 'nothingInState')}
            </EmptyNote>
          )}
          {pager}
        </div>
      )}
    </ClientTexts>
  );
}

/** The states of a folder's entries that are offered; another one still has its address. */
const usualStates = {
  suppliers: ['invalid', 'empty', 'draft', 'processing', 'registered', 'error', 'rejected', 'void'],
  invoices: ['invalid', 'empty', 'draft', 'processing', 'sent', 'paid', 'error', 'rejected', 'void'],
} as const satisfies Record<string, readonly EntryStateKey[]>;

/** What the address of the list asks for. What is not understood is as if it were not there. */
export interface ListQuery {
  q: string | undefined;
  state: EntryStateKey | undefined;
  archived: boolean;
}

const readQuery = (params: SearchParams): ListQuery => ({
  q: paramOf(params, 'q'),
  state: entryStateKeys.find((key) => key === paramOf(params, 'state')),
  archived: paramOf(params, 'state') === 'archived',
});

/** The one that is asked for is among them, whichever it is. */
const statesToChoose = (folder: keyof typeof usualStates, asked: EntryStateKey | undefined) => [
  ...new Set([...usualStates[folder], ...(asked ? [asked] : [])]),
];
