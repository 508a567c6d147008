import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { At } from '#console/_shell/navigation.ts';
import { Icon } from '#console/_ui/icon.tsx';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/render-message.ts';
import { mostCounted } from '#lib/most-counted.ts';
import type { InvoiceFigures, Waiting } from '#lib/reports/invoices.ts';
import type { DeliveryCounts, Overview } from '#lib/reports/overview.ts';
import { ExpiringCertificates } from './expiring-certificates.tsx';
import './attention.css';

interface AttentionProps extends Pick<Overview, 'deliveries' | 'expiring' | 'withoutPointOfSale'> {
  /** Undefined for who may not see them. */
  figures: InvoiceFigures | undefined;
  at: At;
}

/** What somebody has to look at; a line for each kind of thing, also where all is well. */
export async function Attention({ figures, deliveries, expiring, withoutPointOfSale, at }: AttentionProps) {
  const t = await getTranslations('console.overview.attention');
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, 'day');
  return (
    <section className="sheet sheet-text" aria-labelledby="attention">
      <h2 id="attention">{t('title')}</h2>
      <ul className="attention">
        {figures && <InvoiceLines figures={figures} at={at} />}
        {withoutPointOfSale > 0 && (
          <Line tone="wait">
            <Link href={at('/suppliers?state=no-point-of-sale')}>
              {t('withoutPoint', {
                count: withoutPointOfSale,
                more: withoutPointOfSale > mostCounted ? 'yes' : 'no',
              })}
            </Link>
          </Line>
        )}
        {deliveries && <DeliveryLines deliveries={deliveries} at={at} />}
        {expiring.total === 0 ? (
          <Line tone="good">{t('noExpiring', { date: day(expiring.until) })}</Line>
        ) : (
          <Line tone="wait">
            {t('expiring', { count: expiring.total, date: day(expiring.until) })}
            <ExpiringCertificates expiring={expiring} at={at} />
          </Line>
        )}
      </ul>
    </section>
  );
}

async function InvoiceLines({ figures: { failed, waiting }, at }: { figures: InvoiceFigures; at: At }) {
  const t = await getTranslations('console.overview.attention');
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, 'day');
  const blocked = waiting.reasons.filter(({ obstacle }) => obstacle);
  return (
    <>
      {failed.count > 0 ? (
        <Line tone="bad">
          <Link href={at(`/invoices?state=${failed.state}&from=${failed.since.date}`)}>
            {t('failedInvoices', { count: failed.count, more: failed.count > mostCounted ? 'yes' : 'no' })}
          </Link>{' '}
          {t('since', { date: day(failed.since.start) })}
        </Line>
      ) : (
        <Line tone="good">{t('noFailedInvoices', { date: day(failed.since.start) })}</Line>
      )}
      {blocked.map((reason) => (
        <BlockedInvoices key={reason.entryId} reason={reason} at={at} />
      ))}
    </>
  );
}

async function DeliveryLines({ deliveries, at }: { deliveries: DeliveryCounts; at: At }) {
  const t = await getTranslations('console.overview.attention');
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, 'day');
  const log = (status: string) => at(`/configuration/webhooks/deliveries?status=${status}`);
  return (
    <>
      {deliveries.dead > 0 && (
        <Line tone="bad">
          <Link href={log('dead')}>{t('deadDeliveries', { count: deliveries.dead })}</Link>{' '}
          {t('since', { date: day(deliveries.since) })}
        </Line>
      )}
      {deliveries.failing > 0 && (
        <Line tone="wait">
          <Link href={log('pending')}>{t('failingDeliveries', { count: deliveries.failing })}</Link>
        </Line>
      )}
      {deliveries.dead + deliveries.failing === 0 && (
        <Line tone="good">{t('noDeliveries', { date: day(deliveries.since) })}</Line>
      )}
    </>
  );
}

async function BlockedInvoices({ reason: { obstacle, count, entryId }, at }: { reason: Waiting; at: At }) {
  const t = await getTranslations('console.overview.attention');
  if (!obstacle) return null;
  const { text, lang } = renderMessage(obstacle, await getLocale());
  return (
    <Line tone="wait">
      <Link href={at(`/entries/${entryId}`)}>{t('waitingInvoices', { count })}</Link>
      <p className="hint" lang={lang}>
        {text}
      </p>
    </Line>
  );
}

function Line({ tone, children }: { tone: 'good' | 'wait' | 'bad'; children: ReactNode }) {
  return (
    <li className={`attention-${tone}`}>
      <Icon name={tone === 'good' ? 'check' : 'note'} size={20} />
      <div>{children}</div>
    </li>
  );
}
