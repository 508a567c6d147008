import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { FaultyFilters } from '#console/_ui/filter-fields.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { type ListedPage, listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { countEntries, type ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import type { ListAct } from '../batches/acts.ts';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { otherChoices, type ReadEntryParams, readEntryParams } from './entry-query.ts';
import { Filters } from './filters.tsx';

export interface EntryTableProps {
  ctx: Context;
  workspace: string;
  entries: ListedEntry[];
  order: ListedPage<ListedEntry>['order'];
}

interface EntryListPageProps {
  ctx: Context;
  folder: 'suppliers';
  searchParams: SearchParams;
  table: (props: EntryTableProps) => Promise<ReactNode>;
}

/** The list of a folder's entries. Its texts are under the folder's name in `messages/console/`. */
export async function EntryListPage({ ctx, folder, searchParams, table: Table }: EntryListPageProps) {
  const t = await getTranslations(`console.${folder}.list`);
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, `/${folder}`);
  const read = readEntryParams(folder, searchParams);
  const { q, state } = read.values;
  const { list, pager, order, shown, matching } = await listPage({
    path,
    filters: read.typed,
    faults: read.faults,
    params: searchParams,
    find: (query) => searchEntries(ctx, { ...read.query, ...query }),
    // Counting the matches of a text search takes as long as finding all of them.
    ...(q ? {} : { count: () => countEntries(ctx, read.query) }),
    file: `${path}/export`,
  });
  const isFiltered = Object.values(read.typed).some(Boolean);
  const isEmpty = list.length === 0 && !isFiltered && !paramOf(searchParams, 'cursor');
  const upload = await getTranslations('console.batches.upload');
  const uploadFile = (
    <LinkButton
      needs="entries:write"
      href={workspacePath(slug, `/batches/new?of=${folder}`)}
      variant="default"
    >
      {upload('open')}
    </LinkButton>
  );
  const newEntry = (
    <LinkButton needs="entries:write" href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  return (
    <ClientTexts areas={['suppliers', 'entry', 'batches']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          isEmpty ? (
            uploadFile
          ) : (
            <>
              {uploadFile}
              {newEntry}
            </>
          )
        }
      />
      {isEmpty ? (
        <div className="sheet">
          <EmptyNote icon={folder} title={t('noneTitle')} action={newEntry}>
            {t('noneText')}
          </EmptyNote>
        </div>
      ) : (
        <div className="sheet">
          <SavedViews ctx={ctx} list={folder} path={path} shown={shown} />
          <Filters
            path={path}
            texts={{
              search: t('search'),
              searchHint: t('searchHint'),
              state: t('state'),
              allStates: t('allStates'),
            }}
            read={{ typed: read.typed, faults: read.faults }}
            states={statesToChoose(folder, state)}
            others={othersToChoose(ctx).map((value) => ({ value, label: t(value) }))}
          />
          {list.length > 0 ? (
            <ChoosableList
              workspace={slug}
              list={folder}
              acts={actsOf(state)}
              matching={matching}
              ids={list.map(({ id }) => id)}
            >
              <Table ctx={ctx} workspace={slug} entries={list} order={order} />
            </ChoosableList>
          ) : areFaulty(read) ? (
            <FaultyFilters path={path} />
          ) : (
            <EmptyNote icon="search" title={t('nothingTitle')} action={<Link href={path}>{t('clear')}</Link>}>
              {q ? t('nothingText', { q }) : t(nothingIn(state))}
            </EmptyNote>
          )}
          {pager}
        </div>
      )}
    </ClientTexts>
  );
}

type State = ReadEntryParams['values']['state'];

const actsOf = (state: State): ListAct[] => [
  ...(state === 'archived' ? [] : (['run-workflow'] as const)),
  'mail-link',
  'remind',
  'extend-link',
  ...(state === 'archived' ? [] : (['archive'] as const)),
];

/** States offered by the filter. Others still work in the address. */
const usualStates = {
  suppliers: ['invalid', 'empty', 'draft', 'processing', 'registered', 'error', 'rejected', 'void'],
} as const satisfies Record<string, readonly EntryStateKey[]>;

/** States for the filter: the usual ones, and the requested one. */
const statesToChoose = (folder: keyof typeof usualStates, asked: State) => [
  ...new Set([...usualStates[folder], ...entryStateKeys.filter((state) => state === asked)]),
];

const othersToChoose = ({ workspace }: Context) =>
  otherChoices.filter((choice) => choice !== 'no-point-of-sale' || workspace.environment === 'live');

const nothingIn = (state: State) =>
  state === 'archived' ? 'nothingArchived' : state === 'no-point-of-sale' ? 'allHavePoint' : 'nothingInState';
