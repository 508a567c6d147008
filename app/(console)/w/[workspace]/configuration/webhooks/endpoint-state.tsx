import { getFormatter, getTranslations } from 'next-intl/server';
import { Chip } from '#console/_ui/chip.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { EndpointFailure, RecentAttempts } from '#lib/reports/endpoint-health.ts';
import type { EndpointRow } from '#lib/webhooks/endpoints.ts';
import { AttemptOutcome } from './deliveries/delivery-status.tsx';

interface EndpointStateProps {
  of: Pick<EndpointRow, 'disabledAt' | 'disabledReason'>;
  /** Only if its newest attempt failed. */
  failure: EndpointFailure | undefined;
  /** Attempts of the last 24 hours. */
  recent: RecentAttempts | undefined;
}

/** Whether an endpoint works, and one line with the facts. */
export async function EndpointState({ of: endpoint, failure, recent }: EndpointStateProps) {
  const t = await getTranslations('console.configuration.webhooks');
  const { disabledAt, disabledReason } = endpoint;
  if (disabledAt) {
    return (
      <div className="endpoint-state">
        <Chip tone={disabledReason === 'gone' ? 'bad' : 'quiet'}>{t('disabled')}</Chip>
        <span className="hint">
          {t(`disabledReasons.${disabledReason ?? 'operator'}`)} <Moment at={disabledAt} />
        </span>
      </div>
    );
  }
  return (
    <div className="endpoint-state">
      {failure ? (
        <Chip tone="bad">{t('failing.chip')}</Chip>
      ) : (
        <Chip tone="good">{t(recent?.attempts ? 'works' : 'enabled')}</Chip>
      )}
      <span className="hint">
        {failure && (
          <>
            <AttemptOutcome of={failure.last} />
            {' · '}
            {failure.lastDeliveredAt ? (
              <span className="nowrap">
                {t.rich('failing.since', {
                  at: () => <Moment at={failure.lastDeliveredAt ?? failure.missedSince} />,
                })}
              </span>
            ) : (
              t('failing.never')
            )}
            {recent?.attempts ? ' · ' : ''}
          </>
        )}
        {recent?.attempts ? <RecentRate {...recent} /> : !failure && t('health.nothingYet')}
      </span>
    </div>
  );
}

/** Share of the attempts that failed; `none failed` reads better than zero per cent. */
async function RecentRate({ attempts, successes }: RecentAttempts) {
  const t = await getTranslations('console.configuration.webhooks.health');
  const format = await getFormatter();
  const failed = attempts - successes;
  const share = format.number(failed / attempts, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <span className="nowrap">
      {failed === 0 ? t('allArrived', { attempts }) : t('failed', { share, attempts })}
    </span>
  );
}
