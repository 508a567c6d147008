import './overview.css';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { At } from '#console/_shell/navigation.ts';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import { type AuthorityStatus, isAnswering } from '#lib/authority-status.ts';
import type { Context } from '#lib/context.ts';
import { maxCounted } from '#lib/limits.ts';
import type { ActingDelegate } from '#lib/registrations/delegation-readiness.ts';
import type { InvoiceFigures, Waiting } from '#lib/reports/invoices.ts';
import { type DeliveryCounts, idleDays, type Overview } from '#lib/reports/overview.ts';
import { isPermitted, type Permission } from '#lib/roles.ts';
import { dayMs } from '#lib/time.ts';

interface AttentionProps
  extends Pick<
    Overview,
    'deliveries' | 'expiring' | 'unableToInvoice' | 'rejected' | 'idle' | 'failingJobs' | 'failingEndpoints'
  > {
  ctx: Context;
  /** Undefined if the reader has no permission for them. */
  figures: InvoiceFigures | undefined;
  authority: AuthorityStatus;
  at: At;
}

/**
 * Items that need attention, one line per kind, for members whose role may do something about it. Some kinds
 * have a line even if everything is fine.
 */
export async function Attention({
  ctx,
  figures,
  authority,
  deliveries,
  expiring,
  unableToInvoice,
  rejected,
  idle,
  failingJobs,
  failingEndpoints,
  at,
}: AttentionProps) {
  const t = await getTranslations('console.overview.attention');
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, 'day');
  const may = (permission: Permission) => isPermitted(ctx, permission);
  return (
    <section className="sheet sheet-text" aria-labelledby="attention">
      <h2 id="attention">{t('title')}</h2>
      {!may('reminders:send') && <p className="hint">{t('readOnly')}</p>}
      <ul className="attention">
        {figures && may('jobs:write') && <InvoiceLines figures={figures} authority={authority} at={at} />}
        {may('reminders:send') && rejected > 0 && (
          <Line tone="wait">
            <Link href={at('/registrations?reason=any')}>{t('rejected', bounded(rejected))}</Link>
          </Line>
        )}
        {may('reminders:send') && idle > 0 && (
          <Line tone="wait">
            <Link href={at(`/registrations?idle=${idleDays}`)}>
              {t('idle', { ...bounded(idle), days: idleDays })}
            </Link>
          </Line>
        )}
        {may('jobs:write') && failingJobs > 0 && (
          <Line tone="wait">
            <Link href={at('/jobs?status=ERR')}>{t('failingJobs', bounded(failingJobs))}</Link>
          </Line>
        )}
        {may('entries:write') && unableToInvoice > 0 && (
          <Line tone="wait">
            <Link href={at('/suppliers?state=cannot-invoice')}>
              {t('unableToInvoice', bounded(unableToInvoice))}
            </Link>
          </Line>
        )}
        {may('webhooks:write') && failingEndpoints > 0 && (
          <Line tone="bad">
            <Link href={at('/configuration/webhooks')}>
              {t('failingEndpoints', { count: failingEndpoints })}
            </Link>
          </Line>
        )}
        {deliveries && may('webhooks:write') && <DeliveryLines deliveries={deliveries} at={at} />}
        {!may('reminders:send') ? null : expiring.total === 0 ? (
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

/** A count for a text, and whether it exceeds `maxCounted`, where counting stops. */
const bounded = (count: number) => ({ count, more: count > maxCounted ? 'yes' : 'no' });

async function InvoiceLines({
  figures: { failed, waiting },
  authority,
  at,
}: {
  figures: InvoiceFigures;
  authority: AuthorityStatus;
  at: At;
}) {
  const t = await getTranslations('console.overview.attention');
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, 'day');
  const blocked = waiting.reasons.filter(({ obstacle }) => obstacle);
  return (
    <>
      {failed.count > 0 ? (
        <Line tone="bad">
          <Link href={at(`/invoices?state=${failed.state}&from=${failed.since.date}`)}>
            {t('failedInvoices', bounded(failed.count))}
          </Link>{' '}
          {t('since', { date: day(failed.since.start) })}
        </Line>
      ) : (
        <Line tone="good">{t('noFailedInvoices', { date: day(failed.since.start) })}</Line>
      )}
      {blocked.map((reason) => (
        <BlockedInvoices key={reason.entryId} reason={reason} authority={authority} at={at} />
      ))}
    </>
  );
}

async function DeliveryLines({ deliveries, at }: { deliveries: DeliveryCounts; at: At }) {
  const t = await getTranslations('console.overview.attention');
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, 'day');
  const log = (status: string) =>
    at(`/configuration/webhooks/deliveries?status=${status}&from=${deliveries.since.date}`);
  return (
    <>
      {deliveries.dead > 0 && (
        <Line tone="bad">
          <Link href={log('dead')}>{t('deadDeliveries', { count: deliveries.dead })}</Link>{' '}
          {t('since', { date: day(deliveries.since.start) })}
        </Line>
      )}
      {deliveries.failing > 0 && (
        <Line tone="wait">
          <Link href={log('pending')}>{t('failingDeliveries', { count: deliveries.failing })}</Link>
        </Line>
      )}
      {deliveries.dead + deliveries.failing === 0 && (
        <Line tone="good">{t('noDeliveries', { date: day(deliveries.since.start) })}</Line>
      )}
    </>
  );
}

/** The obstacle of the first waiting invoice. The authority may respond in general, but not for its company. */
async function BlockedInvoices({
  reason: { obstacle, count },
  authority,
  at,
}: {
  reason: Waiting;
  authority: AuthorityStatus;
  at: At;
}) {
  const t = await getTranslations('console.overview.attention');
  if (!obstacle) return null;
  const { text, lang } = renderMessage(obstacle, await getLocale());
  return (
    <Line tone="wait">
      <Link href={at(`/invoices?state=waiting&reason=${obstacle.code}`)}>
        {t('waitingInvoices', { count })}
      </Link>
      <p className="hint" lang={lang}>
        {text}
      </p>
      {obstacle.code === 'authority-unavailable' &&
        obstacle.params?.why !== 'point-of-sale' &&
        isAnswering(authority) && <p className="hint">{t('serviceAnswers')}</p>}
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

/** Number of rows shown before unfolding. */
const atOnce = 6;

/** Signing certificates about to expire, the soonest first. */
async function ExpiringCertificates({ expiring, at }: { expiring: Overview['expiring']; at: At }) {
  const t = await getTranslations('console.overview.expiring');
  return (
    <>
      <ExpiringList rows={expiring.first.slice(0, atOnce)} at={at} />
      {expiring.first.length > atOnce && (
        <details className="expiring-rest">
          <summary>{t('more', { count: expiring.first.length - atOnce })}</summary>
          <ExpiringList rows={expiring.first.slice(atOnce)} at={at} />
        </details>
      )}
      {expiring.total > expiring.first.length && (
        <p className="hint">{t('beyond', { count: expiring.total - expiring.first.length })}</p>
      )}
    </>
  );
}

async function ExpiringList({ rows, at }: { rows: Overview['expiring']['first']; at: At }) {
  const t = await getTranslations('console.overview.expiring');
  const now = Date.now();
  return (
    <ul className="expiring">
      {rows.map(({ entryId, name, notAfter, renewing }) => {
        const days = Math.floor((notAfter.getTime() - now) / dayMs);
        return (
          <li key={entryId}>
            <Link href={at(`/entries/${entryId}`)}>
              <bdi>{name || entryId}</bdi>
            </Link>
            <span>
              <Day at={notAfter} />{' '}
              <Chip tone={days < 0 ? 'bad' : 'wait'}>{days < 0 ? t('expired') : t('left', { days })}</Chip>
              {renewing && (
                <>
                  {' '}
                  <Chip tone="quiet">{t('renewing')}</Chip>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Certificates that sign for other suppliers, before and after they expire. */
export async function ActingInTrouble({ acting, at }: { acting: ActingDelegate[]; at: At }) {
  const t = await getTranslations('console.overview.acting');
  return acting.map(
    ({ entryId, name, suppliers, notAfter, trouble }) =>
      trouble && (
        <Notice
          key={entryId}
          tone={trouble === 'does-not-sign' ? 'bad' : 'wait'}
          title={
            trouble === 'ends-soon' && notAfter
              ? t('ends-soon', { name, at: notAfter })
              : t('does-not-sign', { name })
          }
        >
          {t(`rest.${trouble}`, { count: suppliers })}{' '}
          <Link href={at(`/entries/${entryId}`)}>{t('renew')}</Link>
        </Notice>
      ),
  );
}

interface BarProps {
  /** Between 0 and 1. */
  share: number;
  tone: Tone | 'plain';
}

/** A bar; the number beside it gives the same value. */
export function Bar({ share, tone }: BarProps) {
  return (
    <span className="bar" aria-hidden="true">
      {share > 0 && (
        <span
          className={`bar-part bar-${tone}`}
          style={{ inlineSize: `${Math.round(share * 1000) / 10}%` }}
        />
      )}
    </span>
  );
}
