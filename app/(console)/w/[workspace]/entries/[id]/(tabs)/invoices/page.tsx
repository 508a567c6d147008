import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { listPage } from '#console/_ui/list-page.tsx';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import { listInvoices } from '#lib/invoices/invoice-list.ts';
import '../lines.css';
import { InvoiceLine } from './invoice-line.tsx';
import { SeriesList } from './series-list.tsx';

const pageSize = 20;

/** What the supplier has issued, the newest first, below how far its numbering is and what waits. */
export default async function Invoices({ params, searchParams }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'invoices:read');
  if (entry.folder !== 'suppliers') notFound();
  const t = await getTranslations('console.entry.invoices');
  const { slug } = ctx.workspace;
  const { code } = partyInList(entry.snippet);
  const { list, pager } = await listPage({
    path: workspacePath(slug, `/entries/${entry.id}/invoices`),
    params: await searchParams,
    limit: pageSize,
    find: (query) => listInvoices(ctx, { ...query, issuer: code }),
  });
  return (
    <>
      <SeriesList ctx={ctx} entryId={entry.id} cuit={code} />
      {list.length === 0 ? (
        <EmptyNote icon="invoices" title={t('noneTitle')}>
          {t('noneText')}
        </EmptyNote>
      ) : (
        <>
          <ul className="lines" aria-label={t('label')}>
            {list.map((invoice) => (
              <InvoiceLine key={invoice.id} invoice={invoice} workspace={slug} />
            ))}
          </ul>
          <p className="more">
            <Link href={workspacePath(slug, `/invoices?issuer=${code}`)}>{t('inSales')}</Link>
          </p>
        </>
      )}
      {pager}
    </>
  );
}
