import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import type { ListedDelivery } from '#lib/webhooks/deliveries.ts';
import type { LastAttempt } from '#lib/webhooks/last-attempts.ts';
import { EventName } from '../event-name.tsx';
import { hostOf } from '../receiver.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { Outcome } from './outcome.tsx';

interface DeliveryTableProps {
  log: string;
  deliveries: ListedDelivery[];
  lastAttempts: Map<string, LastAttempt>;
  isFiltered: boolean;
}

export async function DeliveryTable({ log, deliveries, lastAttempts, isFiltered }: DeliveryTableProps) {
  const t = await getTranslations('console.configuration.deliveries');
  if (deliveries.length === 0) {
    return <EmptyNote icon="webhooks">{t(isFiltered ? 'noneFiltered' : 'none')}</EmptyNote>;
  }
  return (
    <table className="rows rows-many">
      <thead>
        <tr>
          <th scope="col">{t('eventAndReceiver')}</th>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('status')}</th>
          <th scope="col">{t('attempts')}</th>
          <th scope="col">{t('outcome')}</th>
          <th scope="col">{t('nextAttempt')}</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => {
          const { id, event, createdAt, url, status, attempts, nextAttemptAt } = delivery;
          return (
            <tr key={id}>
              <td>
                <Link href={`${log}/${id}`}>
                  <strong>{event ? <EventName>{event}</EventName> : t('unnamed')}</strong>
                </Link>
                <p className="hint">{hostOf(url)}</p>
              </td>
              <td data-label={t('time')}>
                <Moment at={createdAt} />
              </td>
              <td data-label={t('status')}>
                <DeliveryStatus of={status} />
              </td>
              <td data-label={t('attempts')}>{attempts}</td>
              <td data-label={t('outcome')}>
                <Outcome delivery={delivery} last={lastAttempts.get(id)} />
              </td>
              <td data-label={t('nextAttempt')}>{nextAttemptAt && <Moment at={nextAttemptAt} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
