import { getTranslations } from 'next-intl/server';
import { listIssuers } from '#lib/invoices/first-draft.ts';
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
import { InvoiceTable } from './invoice-table.tsx';
import { NoIssuer } from './no-issuer.tsx';

export const generateMetadata = titled('invoices.list.title');

interface InvoicesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Invoices({ params, searchParams }: InvoicesProps) {
  const { ctx } = await requireMember((await params).workspace);
  const t = await getTranslations('console.invoices.list');
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, '/invoices');
  // Invoices are not among what is searched by words.
  const query = { ...readQuery(await searchParams), q: '' };
  const entries = await entriesOf(ctx, 'invoices', query, path);
  const isEmpty = isEmptyFolder(entries, query);
  const newInvoice = (
    <LinkButton href={`${path}/new`} leftSection={<Icon name="plus" size={18} />}>
      {t('new')}
    </LinkButton>
  );
  return (
    <ClientTexts areas={['suppliers', 'entry']}>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : newInvoice} />
      {isEmpty ? (
        <div className="sheet">
          {(await listIssuers(ctx)).length > 0 ? (
            <EmptyNote icon="invoices" title={t('noneTitle')} action={newInvoice}>
              {t('noneText')}
            </EmptyNote>
          ) : (
            <NoIssuer workspace={slug} />
          )}
        </div>
      ) : (
        <EntryList
          path={path}
          query={query}
          entries={entries}
          texts={{
            state: t('state'),
            allStates: t('allStates'),
            submit: t('submit'),
            nothingTitle: t('nothingTitle'),
            nothing: t('nothingInState'),
            clear: t('clear'),
          }}
        >
          <InvoiceTable workspace={slug} invoices={entries.list} />
        </EntryList>
      )}
    </ClientTexts>
  );
}
