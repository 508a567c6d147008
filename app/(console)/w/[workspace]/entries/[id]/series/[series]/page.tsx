import '../../(tabs)/entry.css';
import { Alert, Button } from '@mantine/core';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { InSectionOf } from '#console/_shell/current-section.tsx';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
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
import {
  listNumbered,
  listQueue,
  listSeries,
  numbersRead,
  type SeriesHistory,
  type SeriesState,
  seriesHistory,
} from '#lib/reports/series.ts';

interface SeriesProps {
  params: Promise<{ workspace: string; id: string; series: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: SeriesProps) {
  const series = seriesOfSegment((await params).series);
  return { title: series && (await seriesTexts()).title(series) };
}

/**
 * A supplier's number series: last and next number, gaps, waiting invoices with their obstacle, months, the newest
 * documents, and on request a comparison with ARCA.
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
  const history = await seriesHistory(ctx, series);
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
      <section className="sheet sheet-text" aria-label={t('numbers')}>
        <FactList
          layout="columns"
          facts={[
            [t('lastHere'), last ? texts.number(series, last.number) : t('none')],
            [t('nextNumber'), texts.number(series, (last?.number ?? 0) + 1)],
            [
              t('documents'),
              history.documents < numbersRead ? history.documents : t('newest', { count: numbersRead }),
            ],
            [t('waiting'), listed?.waiting?.count ?? 0],
            [t('gaps'), <Gaps key="gaps" gaps={history.gaps} />],
          ]}
        />
      </section>
      {(await searchParams).compare !== undefined && (
        <Suspense fallback={<p role="status">{t('asking')}</p>}>
          <Comparison ctx={ctx} series={series} last={last} />
        </Suspense>
      )}
      {(listed?.waiting?.count ?? 0) > 0 && (
        <Queue ctx={ctx} series={series} count={listed?.waiting?.count ?? 0} />
      )}
      {history.months.length > 0 && <Months months={history.months} />}
      {last && <Latest ctx={ctx} series={series} />}
    </>
  );
}

async function Gaps({ gaps }: Pick<SeriesHistory, 'gaps'>) {
  const t = await getTranslations('console.entry.series');
  if (gaps.length === 0) return t('noGaps');
  return gaps.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

/** Count and total of each month, by currency. */
async function Months({ months }: Pick<SeriesHistory, 'months'>) {
  const t = await getTranslations('console.entry.series');
  const format = await getFormatter();
  const { total } = await invoiceTexts();
  return (
    <section className="sheet" aria-labelledby="months">
      <h2 className="sheet-heading" id="months">
        {t('months')}
      </h2>
      <DataTable
        className="rows-many"
        rows={months.map((each) => ({ ...each, id: `${each.month} ${each.currency}` }))}
        columns={[
          {
            head: t('month'),
            kind: 'title',
            cell: ({ month }) =>
              format.dateTime(new Date(`${month}-15T12:00:00-03:00`), { month: 'long', year: 'numeric' }),
          },
          { head: t('count'), className: 'series-amount', cell: ({ count }) => format.number(count) },
          { head: t('total'), className: 'series-amount', cell: (each) => total(each) },
        ]}
      />
    </section>
  );
}

const latestShown = 10;

/** The newest authorized documents. */
async function Latest({ ctx, series }: Pick<ComparisonProps, 'ctx' | 'series'>) {
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const { day, total } = await invoiceTexts();
  const rows = await listNumbered(ctx, series, { limit: latestShown });
  const all = new URLSearchParams({ issuer: series.cuit, point: String(series.pointOfSale) });
  return (
    <section className="sheet" aria-labelledby="latest">
      <div className="sheet-heading series-heading">
        <h2 id="latest">{t('latest')}</h2>
        <Link href={`${workspacePath(ctx.workspace.slug, '/invoices')}?${all}`} prefetch={false}>
          {t('all', { point: String(series.pointOfSale).padStart(5, '0') })}
        </Link>
      </div>
      <DataTable
        className="rows-many"
        rows={rows.map((each) => ({ ...each, id: each.entryId, summary: summaryOfSnippet(each.snippet) }))}
        columns={[
          {
            head: t('number'),
            kind: 'title',
            cell: ({ entryId, number }) => (
              <Link
                href={workspacePath(ctx.workspace.slug, `/entries/${entryId}`)}
                prefetch={false}
                className="nowrap"
              >
                {texts.number(series, number)}
              </Link>
            ),
          },
          { head: t('date'), className: 'nowrap', cell: ({ snippet }) => day(snippet.issue_date ?? '') },
          { head: t('invoice'), cell: ({ summary }) => <bdi>{summary.customer || t('anyone')}</bdi> },
          { head: t('total'), className: 'series-amount', cell: ({ summary }) => total(summary) },
          { head: 'CAE', className: 'nowrap', cell: ({ cae }) => cae },
        ]}
      />
    </section>
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
    const invoice = await getTranslations('console.entry.compare');
    // The text for this code is about a document that is being sent.
    const { text, lang } =
      compared.why.code === 'authority-unavailable'
        ? { text: invoice('later'), lang: undefined }
        : renderMessage(compared.why, await getLocale());
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
        className="rows-many"
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
            className: 'series-amount',
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
            {
              head: t('total'),
              className: 'series-amount',
              cell: ({ snippet }) => texts.total(summaryOfSnippet(snippet)),
            },
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
