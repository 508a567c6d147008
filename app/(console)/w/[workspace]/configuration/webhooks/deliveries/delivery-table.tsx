import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import type { ListedPage } from '#console/_ui/list-page.tsx';
import { Moment } from '#console/_ui/moment.tsx';
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
      className="rows-many"
      rows={deliveries}
      choice={({ id, event, url }) => ({ id, name: `${event ?? t('unnamed')} ${hostOf(url)}` })}
      empty={<EmptyNote icon="webhooks">{t(isFiltered ? 'noneFiltered' : 'none')}</EmptyNote>}
      columns={[
        {
          head: t('eventAndReceiver'),
          kind: 'title',
          cell: ({ id, event, url }) => (
            <>
              <Link href={`${log}/${id}`}>
                <strong>{event ? <EventName>{event}</EventName> : t('unnamed')}</strong>
              </Link>
              <p className="hint">{hostOf(url)}</p>
            </>
          ),
        },
        { head: t('time'), order, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { head: t('status'), cell: ({ status }) => <DeliveryStatus of={status} /> },
        { head: t('attempts'), cell: ({ attempts }) => attempts },
        {
          head: t('outcome'),
          cell: (delivery) => <DeliveryOutcome delivery={delivery} last={lastAttempts.get(delivery.id)} />,
        },
        {
          head: t('nextAttempt'),
          cell: ({ nextAttemptAt }) => nextAttemptAt && <Moment at={nextAttemptAt} />,
        },
      ]}
    />
  );
}
