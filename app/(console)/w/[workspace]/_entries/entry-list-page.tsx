import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { LinkButton } from '#console/_ui/link-button.tsx';
import { PageHeader } from '#console/_ui/page-header.tsx';
import type { Context } from '#lib/context.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { EntryList, entriesOf, isEmptyFolder } from './entry-list.tsx';
import { readQuery, type SearchParams } from './list-query.ts';

export interface EntryTableProps {
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

/** The page of a folder. Its words are under the folder's name in `messages/console/`. */
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
  const query = readQuery(searchParams);
  const entries = await entriesOf(ctx, folder, query, path);
  const isEmpty = isEmptyFolder(entries, query);
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
        <EntryList
          path={path}
          folder={folder}
          query={query}
          entries={entries}
          texts={{
            search: t('search'),
            searchHint: t('searchHint'),
            state: t('state'),
            allStates: t('allStates'),
            submit: t('submit'),
            nothingTitle: t('nothingTitle'),
            nothing: query.q ? t('nothingText', { q: query.q }) : t('nothingInState'),
            clear: t('clear'),
          }}
        >
          <Table workspace={slug} entries={entries.list} />
        </EntryList>
      )}
    </ClientTexts>
  );
}
