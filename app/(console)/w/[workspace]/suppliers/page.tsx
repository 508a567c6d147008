import Link from 'next/link';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { entryStateKeys } from '#lib/silo/states.ts';
import { LinkButton } from '../../../_documents/link-button.tsx';
import { requireMember } from '../../../_session.ts';
import { ClientTexts } from '../../../_shell/client-texts.tsx';
import { EmptyNote } from '../../../_shell/empty-note.tsx';
import { Icon } from '../../../_shell/icon.tsx';
import { workspacePath } from '../../../_shell/navigation.ts';
import { PageHeader } from '../../../_shell/page-header.tsx';
import { titled } from '../../../_shell/page-title.ts';
import { Pager } from '../_parts/pager.tsx';
import '../_parts/parts.css';
import { Filters } from './filters.tsx';
import './suppliers.css';
import { addressOf, readQuery, type SearchParams, type SupplierQuery } from './supplier-query.ts';
import { SupplierTable } from './supplier-table.tsx';

export const generateMetadata = titled('suppliers.list.title');

interface SuppliersProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

const pageSize = 25;

export default async function Suppliers({ params, searchParams }: SuppliersProps) {
  const { ctx } = await requireMember((await params).workspace);
  const t = await getTranslations('console.suppliers.list');
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, '/suppliers');
  const query = readQuery(await searchParams);
  const { list, next_cursor: next } = await suppliersOf(ctx, query, path);
  const newSupplier = (
    <LinkButton href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  const isEmpty = list.length === 0 && !query.q && !query.state && !query.cursor;
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
        <div className="sheet">
          <Filters path={path} q={query.q} state={query.state ?? ''} states={entryStateKeys} />
          {list.length > 0 ? (
            <SupplierTable workspace={slug} suppliers={list} />
          ) : (
            <EmptyNote icon="search" title={t('nothingTitle')} action={<Link href={path}>{t('clear')}</Link>}>
              {query.q ? t('nothingText', { q: query.q }) : t('nothingInState')}
            </EmptyNote>
          )}
          <Pager
            newest={query.cursor && addressOf(path, { ...query, cursor: undefined })}
            older={next && addressOf(path, { ...query, cursor: next })}
          />
        </div>
      )}
    </ClientTexts>
  );
}

async function suppliersOf(ctx: Context, { q, ...query }: SupplierQuery, path: string) {
  const wanted = { ...query, folder: 'suppliers', limit: pageSize };
  try {
    return page(await searchEntries(ctx, q ? { ...wanted, q } : wanted), wanted, (row) => row);
  } catch (error) {
    // A cursor that somebody cut off or made up: the list from its beginning.
    if (error instanceof AltaError && error.fields.cursor)
      redirect(addressOf(path, { ...query, q, cursor: undefined }));
    throw error;
  }
}
