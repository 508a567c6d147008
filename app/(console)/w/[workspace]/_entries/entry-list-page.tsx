import { NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FaultyFilters, filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { type ListedPage, listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { supplierStages } from '#lib/reports/open-registrations.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { countFound, searchEntries } from '#lib/silo/search.ts';
import { type EntryStateKey, entryStateKeys } from '#lib/silo/states.ts';
import { SavedViews } from '../_views/saved-views.tsx';
import type { ListAct } from '../batches/acts.ts';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { otherChoices, type ReadEntryParams, readEntryParams } from './entry-query.ts';

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
    count: (most) => countFound(ctx, read.query, most),
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
          <EntryFilters ctx={ctx} folder={folder} path={path} read={read} />
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

interface EntryFiltersProps extends Pick<EntryListPageProps, 'ctx' | 'folder'> {
  path: string;
  read: ReadEntryParams;
}

async function EntryFilters({ ctx, folder, path, read }: EntryFiltersProps) {
  const t = await getTranslations(`console.${folder}.list`);
  const stateNames = await getTranslations('console.entry.states');
  const stageNames = await getTranslations('console.entry.stages');
  const { text, choice } = await filterFields(read);
  return (
    <FilterForm path={path} typed={read.typed}>
      <TextInput
        type="search"
        {...text('q')}
        maxLength={200}
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<Icon name="search" size={18} />}
        className="filter-search"
      />
      <NativeSelect
        {...choice('state', [
          { value: '', label: t('allStates') },
          ...statesToChoose(folder, read.values.state).flatMap((value) => [
            { value, label: stateNames(value) },
            ...(value === 'processing'
              ? supplierStages.map((stage) => ({ value: stage, label: stageNames(stage) }))
              : []),
          ]),
          ...othersToChoose(ctx).map((value) => ({ value, label: t(value) })),
        ])}
        label={t('state')}
      />
      <DayRangeFields read={read} />
    </FilterForm>
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
  state === 'archived'
    ? 'nothingArchived'
    : state === 'no-point-of-sale'
      ? 'allHavePoint'
      : state === 'cannot-invoice'
        ? 'allCanInvoice'
        : 'nothingInState';
