import { getTranslations } from 'next-intl/server';
import { LinkButton } from '../../../_documents/link-button.tsx';
import { requireMember } from '../../../_session.ts';
import { ClientTexts } from '../../../_shell/client-texts.tsx';
import { EmptyNote } from '../../../_shell/empty-note.tsx';
import { Icon } from '../../../_shell/icon.tsx';
import { workspacePath } from '../../../_shell/navigation.ts';
import { PageHeader } from '../../../_shell/page-header.tsx';
import { titled } from '../../../_shell/page-title.ts';
import { EntryList, entriesOf, isEmptyFolder } from '../_entries/entry-list.tsx';
import { readQuery, type SearchParams } from '../_entries/list-query.ts';
import { SupplierTable } from './supplier-table.tsx';

export const generateMetadata = titled('suppliers.list.title');

interface SuppliersProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Suppliers({ params, searchParams }: SuppliersProps) {
  const { ctx } = await requireMember((await params).workspace);
  const t = await getTranslations('console.suppliers.list');
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, '/suppliers');
  const query = readQuery(await searchParams);
  const entries = await entriesOf(ctx, 'suppliers', query, path);
  const isEmpty = isEmptyFolder(entries, query);
  const newSupplier = (
    <LinkButton href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  return (
    <ClientTexts areas={['suppliers', 'entry']}>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : newSupplier} />
      {isEmpty ? (
        <div className="sheet">
          <EmptyNote icon="suppliers" title={t('noneTitle')} action={newSupplier}>
            {t('noneText')}
          </EmptyNote>
        </div>
      ) : (
        <EntryList
          path={path}
          query={query}
          entries={entries}
          texts={{
            search: { label: t('search'), hint: t('searchHint') },
            state: t('state'),
            allStates: t('allStates'),
            submit: t('submit'),
            nothingTitle: t('nothingTitle'),
            nothing: query.q ? t('nothingText', { q: query.q }) : t('nothingInState'),
            clear: t('clear'),
          }}
        >
          <SupplierTable workspace={slug} suppliers={entries.list} />
        </EntryList>
      )}
    </ClientTexts>
  );
}
