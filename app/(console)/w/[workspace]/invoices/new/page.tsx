import { getTranslations } from 'next-intl/server';
import { firstDraft, listIssuers } from '#lib/invoices/first-draft.ts';
import { textOfDocument } from '../../../../_documents/document-text.ts';
import { requireMember } from '../../../../_session.ts';
import { ClientTexts } from '../../../../_shell/client-texts.tsx';
import { workspacePath } from '../../../../_shell/navigation.ts';
import { PageHeader } from '../../../../_shell/page-header.tsx';
import { titled } from '../../../../_shell/page-title.ts';
import { NewEntry } from '../../_entries/new-entry.tsx';
import { NoIssuer } from '../no-issuer.tsx';
import { IssuerChoice } from './issuer-choice.tsx';

export const generateMetadata = titled('invoices.new.title');

interface NewInvoiceProps {
  params: Promise<{ workspace: string }>;
  /** `supplier`: who issues it, where several can. */
  searchParams: Promise<{ supplier?: string | string[] }>;
}

export default async function NewInvoicePage({ params, searchParams }: NewInvoiceProps) {
  const { ctx } = await requireMember((await params).workspace);
  const { slug } = ctx.workspace;
  const t = await getTranslations('console.invoices.new');
  const issuers = await listIssuers(ctx);
  if (issuers.length === 0) {
    return (
      <>
        <PageHeader title={t('title')} />
        <div className="sheet">
          <NoIssuer workspace={slug} />
        </div>
      </>
    );
  }
  const { supplier } = await searchParams;
  const issuer = issuers.length === 1 ? issuers[0] : issuers.find(({ id }) => id === supplier);
  if (!issuer) {
    return (
      <>
        <PageHeader title={t('issuerTitle')} lead={t('issuerLead')} />
        <div className="sheet">
          <IssuerChoice workspace={slug} issuers={issuers} />
        </div>
      </>
    );
  }
  const example = {
    customer: { name: t('example.customer'), code: exampleCuit },
    item: { name: t('example.item'), price: '1250.50' },
  };
  return (
    <ClientTexts areas={['suppliers']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <NewEntry
        // Another issuer: another document, with a draft of its own.
        key={issuer.id}
        draft={workspacePath(slug, `/invoices/new?supplier=${issuer.id}`)}
        workspace={slug}
        folder="invoices"
        skeleton={textOfDocument(await firstDraft(ctx, issuer, example))}
        begin={['customer', 'name']}
        created={t('created')}
      />
    </ClientTexts>
  );
}

/** Well formed, and nobody's. */
const exampleCuit = '30712345671';
