import { getTranslations } from 'next-intl/server';
import { textOfDocument } from '#console/_editor/document-text.ts';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { BackLink } from '#console/_ui/back-link.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { NewEntry } from '#console/w/[workspace]/_entries/new-entry.tsx';
import { firstDraft } from '#lib/invoices/first-draft.ts';
import { findRegisteredSupplier, listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { NoIssuer } from '../no-issuer.tsx';
import { IssuerChoice } from './issuer-choice.tsx';
import { NewNote } from './new-note.tsx';

export const generateMetadata = titled('invoices.new.title');

interface NewInvoiceProps {
  params: Promise<{ workspace: string }>;
  /**
   * `supplier`: who issues it, where several can. `q`: what it is looked for by. `corrects`: the entry of the invoice
   * that a note is for, with its `type` and `what` it is about.
   */
  searchParams: Promise<SearchParams>;
}

export default async function NewInvoicePage({ params, searchParams }: NewInvoiceProps) {
  const { ctx } = await requireMember((await params).workspace, 'entries:write');
  const { slug, environment } = ctx.workspace;
  const t = await getTranslations('console.invoices.new');
  const list = await getTranslations('console.invoices.list');
  const toList = <BackLink href={workspacePath(slug, '/invoices')}>{list('title')}</BackLink>;
  const asked = await searchParams;
  const corrects = paramOf(asked, 'corrects');
  if (corrects) return <NewNote ctx={ctx} corrects={corrects} asked={asked} />;
  const supplier = paramOf(asked, 'supplier');
  const search = paramOf(asked, 'q')?.trim() ?? '';
  const suppliers = await listRegisteredSuppliers(ctx, { q: search });
  if (suppliers.length === 0 && !search) {
    return (
      <>
        {toList}
        <PageHeader title={t('title')} />
        <div className="sheet">
          <NoIssuer workspace={slug} />
        </div>
      </>
    );
  }
  const isChoice = search !== '' || suppliers.length > 1;
  const issuer = await findRegisteredSupplier(ctx, isChoice ? (supplier ?? '') : (suppliers[0]?.id ?? ''));
  if (!issuer) {
    return (
      <>
        {toList}
        <PageHeader title={t('issuerTitle')} lead={t('issuerLead')} />
        <div className="sheet">
          <IssuerChoice ctx={ctx} workspace={slug} suppliers={suppliers} q={search} />
        </div>
      </>
    );
  }
  const example = {
    customer: { name: t('example.customer'), code: exampleCuit },
    item: { name: t('example.item'), price: '1250.50' },
  };
  return (
    <ClientTexts areas={['suppliers', 'invoiceForm']}>
      {toList}
      <PageHeader title={t('title')} lead={t(environment === 'sandbox' ? 'leadExample' : 'lead')} />
      <NewEntry
        // Another issuer: another document, with a draft of its own.
        key={issuer.id}
        draft={workspacePath(slug, `/invoices/new?supplier=${issuer.id}`)}
        workspace={slug}
        folder="invoices"
        skeleton={textOfDocument(await firstDraft(ctx, issuer, example))}
        begin={['customer', 'tax_id', 'code']}
        created={t('created')}
      />
    </ClientTexts>
  );
}

/** Well formed, and nobody's. */
const exampleCuit = '30712345671';
