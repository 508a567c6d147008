import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { seriesTexts } from '#console/w/[workspace]/_entries/series-text.ts';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/render-message.ts';
import type { Context } from '#lib/context.ts';
import { currencyOfAuthority } from '#lib/documents/invoice/currencies.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import {
  compareSeries,
  newestNumbers,
  type SeriesComparison,
  type Stranger,
} from '#lib/invoices/compare-series.ts';
import type { Series } from '#lib/invoices/series.ts';
import type { SeriesStanding } from '#lib/reports/series.ts';

interface ComparisonProps {
  ctx: Context;
  series: Omit<Series, 'environment'>;
  last: SeriesStanding['last'];
}

type Compared = Extract<SeriesComparison, { kind: 'compared' }>;

/** What ARCA says of the series now, beside what is known here. Nothing is changed by asking. */
export async function Comparison({ ctx, series, last }: ComparisonProps) {
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
  const here = last?.number ?? 0;
  const { strangers } = compared;
  const verdict = verdictOf(compared, here);
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
        {t(`verdict.${verdict}`, { count: strangers.length, newest: newestNumbers })}
      </Alert>
      {strangers.length > 0 && <Strangers ctx={ctx} series={series} strangers={strangers} />}
    </>
  );
}

function verdictOf({ last, strangers }: Compared, here: number) {
  if (last < here) return 'wentBack';
  if (last === 0) return 'none';
  if (strangers.length === 0) return 'same';
  return strangers.every(({ waitingEntryId }) => waitingEntryId) ? 'waiting' : 'strangers';
}

async function Strangers({
  ctx,
  series,
  strangers,
}: Pick<ComparisonProps, 'ctx' | 'series'> & { strangers: Stranger[] }) {
  const t = await getTranslations('console.entry.series');
  const texts = await seriesTexts();
  const { day, total } = await invoiceTexts();
  return (
    <section className="sheet">
      <h2 className="sheet-heading">{t('strangers')}</h2>
      <DataTable
        rows={strangers.map((each) => ({ ...each, id: String(each.voucher.number) }))}
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
