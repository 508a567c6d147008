import '../../(tabs)/entry.css';
import { Alert, Button } from '@mantine/core';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { InSectionOf } from '#console/_shell/current-section.tsx';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { BackLink, PageHeader } from '#console/_ui/page-header.tsx';
import {
  entryTitle,
  invoiceTexts,
  seriesOfSegment,
  seriesTexts,
} from '#console/w/[workspace]/_entries/entry-texts.ts';
import { partyInList } from '#console/w/[workspace]/_entries/party-of.ts';
import { requireEntry } from '#console/w/[workspace]/entries/require-entry.ts';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import type { Context } from '#lib/context.ts';
import { currencyOfAuthority } from '#lib/documents/invoice/currencies.ts';
import { summaryOfSnippet } from '#lib/documents/invoice/preview.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import {
  compareSeries,
  newestNumbers,
  type SeriesComparison,
  type UnknownVoucher,
} from '#lib/invoices/compare-series.ts';
import type { Series } from '#lib/invoices/series.ts';
import { listQueue, listSeries, type SeriesState } from '#lib/reports/series.ts';

interface SeriesProps {
  params: Promise<{ workspace: string; id: string; series: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: SeriesProps) {
  const series = seriesOfSegment((await params).series);
  return { title: series && (await seriesTexts()).title(series) };
}

/**
 * A supplier's number series: last number, waiting invoices and obstacle, and on request a comparison with
 * ARCA.
 */
export default async function SeriesPage({ params, searchParams }: SeriesProps) {
  const { workspace, id, series: segment } = await params;
  const { ctx, entry } = await requireEntry(workspace, id, 'invoices:read');
  const named = seriesOfSegment(segment);
  if (entry.folder !== 'suppliers' || !named) notFound();
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const path = workspacePath(ctx.workspace.slug, `/entries/${entry.id}`);
  const series = { ...named, cuit: partyInList(entry.snippet).code };
  const listed = (await listSeries(ctx, series)).find(
    ({ pointOfSale, documentType }) =>
      pointOfSale === series.pointOfSale && documentType === series.documentType,
  );
  const last = listed?.last;
  return (
    <>
      <InSectionOf folder={entry.folder} />
      <BackLink href={`${path}/invoices`}>
        <bdi>{await entryTitle(entry)}</bdi>
      </BackLink>
      <PageHeader
        title={texts.title(series)}
        lead={last ? t('lastIs', { number: texts.number(series, last.number) }) : t('nothingYet')}
        actions={
          // Not a link, because browsers may prefetch links and so ask ARCA.
          <form>
            <input type="hidden" name="compare" value="arca" />
            <Button type="submit" variant="default">
              {t('compare')}
            </Button>
          </form>
        }
      />
      {(await searchParams).compare !== undefined && (
        <Suspense fallback={<p role="status">{t('asking')}</p>}>
          <Comparison ctx={ctx} series={series} last={last} />
        </Suspense>
      )}
      <Queue ctx={ctx} series={series} count={listed?.waiting?.count ?? 0} />
    </>
  );
}

interface ComparisonProps {
  ctx: Context;
  series: Omit<Series, 'environment'>;
  last: SeriesState['last'];
}

type Compared = Extract<SeriesComparison, { kind: 'compared' }>;

/** ARCA's state of the series beside ours. Read-only. */
async function Comparison({ ctx, series, last }: ComparisonProps) {
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const usage = await countUse('proof', `${ctx.workspace.id}/${series.cuit}`);
  if (usage.isOver) return <Alert color="yellow">{t('tooOften')}</Alert>;
  const compared = await compareSeries(ctx, series);
  if (compared.kind === 'unanswered') {
    const { text, lang } = renderMessage(compared.why, await getLocale());
    return (
      <Alert color="yellow" icon={<Icon name="note" />} title={t('unanswered')}>
        <span lang={lang}>{text}</span>
      </Alert>
    );
  }
  const ourLast = last?.number ?? 0;
  const { unknownVouchers } = compared;
  const verdict = verdictOf(compared, ourLast);
  const isGood = verdict !== 'strangers' && verdict !== 'wentBack';
  return (
    <>
      <Alert
        color={isGood ? 'green' : 'yellow'}
        icon={<Icon name={isGood ? 'check' : 'note'} />}
        title={
          compared.last === 0
            ? t('noneAtArca')
            : t('lastAtArca', { number: texts.number(series, compared.last) })
        }
      >
        {t(`verdict.${verdict}`, { count: unknownVouchers.length, newest: newestNumbers })}
      </Alert>
      {unknownVouchers.length > 0 && (
        <Strangers ctx={ctx} series={series} unknownVouchers={unknownVouchers} />
      )}
    </>
  );
}

function verdictOf({ last, unknownVouchers }: Compared, ourLast: number) {
  if (last < ourLast) return 'wentBack';
  if (last === 0) return 'none';
  if (unknownVouchers.length === 0) return 'same';
  return unknownVouchers.every(({ waitingEntryId }) => waitingEntryId) ? 'waiting' : 'strangers';
}

async function Strangers({
  ctx,
  series,
  unknownVouchers,
}: Pick<ComparisonProps, 'ctx' | 'series'> & { unknownVouchers: UnknownVoucher[] }) {
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const { day, total } = await invoiceTexts();
  return (
    <section className="sheet">
      <h2 className="sheet-heading">{t('strangers')}</h2>
      <DataTable
        rows={unknownVouchers.map((each) => ({ ...each, id: String(each.voucher.number) }))}
        columns={[
          {
            head: t('number'),
            kind: 'title',
            cell: ({ voucher }) => texts.number(series, voucher.number),
          },
          { head: t('date'), cell: ({ voucher }) => day(voucher.date) },
          { head: t('customer'), cell: ({ voucher }) => voucher.receiverDocumentNumber },
          {
            head: t('total'),
            cell: ({ voucher }) =>
              total({ total: voucher.total, currency: currencyOfAuthority(voucher.currency) }),
          },
          { head: 'CAE', cell: ({ voucher }) => voucher.cae },
          {
            head: t('here'),
            cell: ({ waitingEntryId }) =>
              waitingEntryId ? (
                <Link href={workspacePath(ctx.workspace.slug, `/entries/${waitingEntryId}`)} prefetch={false}>
                  {t('itWaits')}
                </Link>
              ) : (
                t('unknownHere')
              ),
          },
        ]}
      />
    </section>
  );
}

interface QueueProps {
  ctx: Context;
  series: Omit<Series, 'environment'>;
  count: number;
}

const mostShown = 20;

/** The first waiting invoices, in the order in which ARCA numbers them. */
async function Queue({ ctx, series, count }: QueueProps) {
  const t = await getTranslations('console.entry.series');
  const texts = await invoiceTexts();
  const locale = await getLocale();
  const queue = await listQueue(ctx, series, { limit: mostShown });
  return (
    <section className="sheet">
      <h2 className="sheet-heading">{t('queue', { count })}</h2>
      {queue.length === 0 && <p className="card-note hint">{t('nothingWaits')}</p>}
      {queue.length > 0 && (
        <DataTable
          rows={queue.map((each, index) => ({ ...each, id: each.entryId, place: index + 1 }))}
          columns={[
            { head: t('place'), cell: ({ place }) => place },
            {
              head: t('invoice'),
              kind: 'title',
              cell: ({ entryId, snippet }) => (
                <Link href={workspacePath(ctx.workspace.slug, `/entries/${entryId}`)} prefetch={false}>
                  <bdi>{summaryOfSnippet(snippet).customer || t('anyone')}</bdi>
                </Link>
              ),
            },
            { head: t('total'), cell: ({ snippet }) => texts.total(summaryOfSnippet(snippet)) },
            {
              head: t('why'),
              cell: ({ status, obstacle, place }) => {
                if (obstacle) {
                  const { text, lang } = renderMessage(obstacle, locale);
                  return <span lang={lang}>{text}</span>;
                }
                return t(status !== 'queued' ? 'sent' : place === 1 ? 'next' : 'behind');
              },
            },
            {
              head: t('again'),
              cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment at={nextAttemptAt} /> : '-'),
            },
          ]}
        />
      )}
      {count > mostShown && <p className="card-note hint">{t('more', { count: count - mostShown })}</p>}
    </section>
  );
}
