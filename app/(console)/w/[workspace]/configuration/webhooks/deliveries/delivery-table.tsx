import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import type { LastAttempt, ListedDelivery } from '#lib/webhooks/deliveries.ts';
import { EventName, hostOf } from '../names.tsx';
import { DeliveryOutcome, DeliveryStatus } from './delivery-status.tsx';

interface DeliveryTableProps {
  log: string;
  deliveries: ListedDelivery[];
  order: ListedPage<ListedDelivery>['order'];
  lastAttempts: Map<string, LastAttempt>;
  isFiltered: boolean;
}

export async function DeliveryTable({
  log,
  deliveries,
  order,
  lastAttempts,
  isFiltered,
}: DeliveryTableProps) {
  const t = await getTranslations('console.configuration.deliveries');
  return (
    <DataTable
      className="rows-many linked-rows"
      rows={deliveries}
      choice={({ id, event, url }) => ({ id, name: `${event ?? t('unnamed')} ${hostOf(url)}` })}
      empty={<EmptyNote icon="webhooks">{t(isFiltered ? 'noneFiltered' : 'none')}</EmptyNote>}
      columns={[
        {
          head: t('eventAndReceiver'),
          kind: 'title',
          className: 'delivery-name',
          whole: ({ event, url }) => `${event ?? t('unnamed')} ${hostOf(url)}`,
          cell: ({ id, event, url }) => (
            <>
              <Link href={`${log}/${id}`} className="row-link">
                {event ? <EventName>{event}</EventName> : t('unnamed')}
              </Link>{' '}
              <span className="hint">{hostOf(url)}</span>
            </>
          ),
        },
        { head: t('time'), order, cell: ({ createdAt }) => <ListMoment at={createdAt} /> },
        { head: t('status'), cell: ({ status }) => <DeliveryStatus of={status} /> },
        { head: t('attempts'), cell: ({ attempts }) => attempts },
        {
          head: t('outcome'),
          cell: (delivery) => <DeliveryOutcome delivery={delivery} last={lastAttempts.get(delivery.id)} />,
        },
        {
          head: t('nextAttempt'),
          cell: ({ nextAttemptAt }) => nextAttemptAt && <ListMoment at={nextAttemptAt} />,
        },
      ]}
    />
  );
}
