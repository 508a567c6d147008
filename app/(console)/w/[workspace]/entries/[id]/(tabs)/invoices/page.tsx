import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { listPage } from '#console/_ui/list-page.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { invoiceTexts, segmentOf, seriesTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { requireEntry, type TabProps } from '#console/w/[workspace]/entries/require-entry.ts';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import type { Context } from '#lib/context.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { countInvoices, listInvoices } from '#lib/invoices/invoice-list.ts';
import { fetchInvoiceMailSettings } from '#lib/invoices/invoice-mail.ts';
import { pointsOfSaleFor } from '#lib/invoices/points-of-sale.ts';
import { listSeries } from '#lib/reports/series.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { fetchDefaultPointOfSale } from '#lib/silo/issuer-status.ts';
import { DefaultPoint } from '../default-point.tsx';
import { InvoiceMailForm } from '../mail-invoice.tsx';

const pageSize = 20;

/** The supplier's invoices, newest first, below how they are mailed and its number series. */
export default async function Invoices({ params, searchParams }: TabProps) {
  const { workspace, id } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'invoices:read');
  if (entry.folder !== 'suppliers') notFound();
  const t = await getTranslations('console.entry.invoices');
  const mailTexts = await getTranslations('console.entry.invoiceMail');
  const seriesHeadings = await getTranslations('console.entry.series');
  const { slug } = ctx.workspace;
  const { code } = partyInList(entry.snippet);
  const points = await pointsOfSaleFor(ctx, code);
  const { list, pager } = await listPage({
    path: workspacePath(slug, `/entries/${entry.id}/invoices`),
    params: await searchParams,
    limit: pageSize,
    find: (query) => listInvoices(ctx, { ...query, issuer: code }),
    count: (most) => countInvoices(ctx, { issuer: code }, most),
  });
  return (
    <>
      <section className="card-text series-list" aria-label={mailTexts('title')}>
        <InvoiceMailForm
          workspace={slug}
          id={entry.id}
          settings={await fetchInvoiceMailSettings(ctx, entry.id)}
        />
      </section>
      {points && (
        <section className="card-text series-list" aria-label={seriesHeadings('defaultPoint.label')}>
          <DefaultPoint
            workspace={slug}
            id={entry.id}
            current={await fetchDefaultPointOfSale(ctx, code)}
            usable={
              points.environment === 'sandbox'
                ? undefined
                : points.list
                    .filter(({ service, usable }) => service === 'wsfe' && usable)
                    .map(({ number, system }) => ({ number, system }))
            }
          />
        </section>
      )}
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

async function InvoiceLine({
  invoice: { id, state, snippet },
  workspace,
}: {
  invoice: ListedEntry;
  workspace: string;
}) {
  const texts = await invoiceTexts();
  const invoice = summaryOfSnippet(snippet);
  return (
    <li className="line">
      <Link href={workspacePath(workspace, `/entries/${id}`)} prefetch={false} className="row-link">
        {texts.title(invoice)}
      </Link>
      <StateChip state={state} />
      <span className="hint">
        {texts.day(invoice.issueDate)} · {texts.total(invoice)}
        {invoice.customer && (
          <>
            {' '}
            · <bdi>{invoice.customer}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

/** The supplier's series: last number, and waiting invoices with their obstacle. */
async function SeriesList({ ctx, entryId, cuit }: { ctx: Context; entryId: string; cuit: string }) {
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const locale = await getLocale();
  const series = (await listSeries(ctx, { cuit })).map((each) => ({ ...each, id: segmentOf(each) }));
  if (series.length === 0) return null;
  const at = (path: string) => workspacePath(ctx.workspace.slug, `/entries/${path}`);
  return (
    <section aria-label={t('title')} className="series-list">
      <DataTable
        rows={series}
        columns={[
          {
            head: t('title'),
            kind: 'title',
            cell: (each) => (
              <Link href={at(`${entryId}/series/${each.id}`)} prefetch={false}>
                {texts.title(each)}
              </Link>
            ),
          },
          {
            head: t('lastHere'),
            cell: (each) =>
              each.last ? (
                <Link href={at(each.last.entryId)} prefetch={false}>
                  {each.last.number}
                </Link>
              ) : (
                t('none')
              ),
          },
          {
            head: t('waiting'),
            cell: ({ waiting }) => {
              if (!waiting) return '0';
              const { obstacle } = waiting.first;
              const { text, lang } = obstacle ? renderMessage(obstacle, locale) : { text: '' };
              return (
                <>
                  {waiting.count} {text && <span lang={lang}>· {text}</span>}
                </>
              );
            },
          },
        ]}
      />
    </section>
  );
}
