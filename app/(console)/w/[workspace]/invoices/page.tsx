import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { FaultyFilters } from '#console/_ui/filter-fields.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { listPage, paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { countInvoices, listInvoices } from '#lib/invoices/invoice-list.ts';
import { listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { ChoosableList } from '../batches/choosable-list.tsx';
import { InvoiceFilters } from './invoice-filters.tsx';
import { readInvoiceParams } from './invoice-query.ts';
import { InvoiceTable } from './invoice-table.tsx';
import './invoices.css';
import { SavedViews } from '../_views/saved-views.tsx';
import { NoIssuer } from './no-issuer.tsx';

export const generateMetadata = titled('invoices.list.title');

interface InvoicesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Invoices({ params, searchParams }: InvoicesProps) {
  const { ctx } = await requireMember((await params).workspace, 'invoices:read');
  const t = await getTranslations('console.invoices.list');
  const lists = await getTranslations('console.shell.lists');
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, '/invoices');
  const given = await searchParams;
  const read = readInvoiceParams(given);
  const { typed, query } = read;
  const { list, pager, order, shown, matching } = await listPage({
    path,
    filters: typed,
    faults: read.faults,
    params: given,
    find: (page) => listInvoices(ctx, { ...query, ...page }),
    // To count what has a word takes as long as to find it all.
    ...(typed.q ? {} : { count: () => countInvoices(ctx, query) }),
    file: `${path}/export`,
  });
  const isFiltered = Object.values(typed).some(Boolean);
  const isEmpty = list.length === 0 && !isFiltered && !paramOf(given, 'cursor');
  const newInvoice = (
    <LinkButton needs="entries:write" href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  const upload = await getTranslations('console.batches.upload');
  const uploadFile = (
    <LinkButton
      needs="entries:write"
      href={workspacePath(slug, '/batches/new?of=invoices')}
      variant="default"
    >
      {upload('open')}
    </LinkButton>
  );
  if (isEmpty) {
    return (
      <>
        <PageHeader docs="invoices" title={t('title')} lead={t('lead')} />
        <div className="sheet">
          {(await listRegisteredSuppliers(ctx)).length === 0 ? (
            <NoIssuer workspace={slug} />
          ) : (
            <EmptyNote icon="invoices" title={t('noneTitle')} action={newInvoice}>
              {t('noneText')}
            </EmptyNote>
          )}
        </div>
      </>
    );
  }
  return (
    <ClientTexts areas={['suppliers', 'entry', 'batches']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            {uploadFile}
            {newInvoice}
          </>
        }
      />
      <div className="sheet">
        <SavedViews ctx={ctx} list="invoices" path={path} shown={shown} />
        <InvoiceFilters path={path} read={read} />
        {list.length > 0 ? (
          <ChoosableList
            workspace={slug}
            list="invoices"
            acts={query.archived ? [] : ['archive']}
            matching={matching}
            ids={list.map(({ id }) => id)}
          >
            <InvoiceTable workspace={slug} entries={list} order={order} />
          </ChoosableList>
        ) : areFaulty(read) ? (
          <FaultyFilters path={path} />
        ) : (
          <EmptyNote
            icon="search"
            title={t('nothingTitle')}
            action={<Link href={path}>{lists('clear')}</Link>}
          >
            {typed.q
              ? t('nothingText', { q: typed.q })
              : t(query.archived ? 'nothingArchived' : 'nothingInState')}
          </EmptyNote>
        )}
        {pager}
      </div>
    </ClientTexts>
  );
}
