import { NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { FaultyFilters, filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { type ListedPage, listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { ListMoment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import {
  countDeliveries,
  deliveryStatuses,
  type LastAttempt,
  type ListedDelivery,
  listDeliveries,
  listLastAttempts,
} from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import { SavedViews } from '../../../_views/saved-views.tsx';
import { ChoosableList } from '../../../batches/choosable-list.tsx';
import { EventName, hostOf, WebhookTabs } from '../names.tsx';
import {
  addressMeant,
  DeliveryOutcome,
  DeliveryStatus,
  EndpointField,
  type NamedEndpoint,
} from './delivery-status.tsx';
import { mostSuggested, type ReadDeliveryParams, readDeliveryParams, replayOf } from './query.ts';
import { ReplayButton } from './replay-button.tsx';

export const generateMetadata = titled('configuration.deliveries.title');

interface DeliveriesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Deliveries({ params, searchParams }: DeliveriesProps) {
  const { ctx } = await requireMember((await params).workspace, 'webhooks:read');
  const { slug } = ctx.workspace;
  const log = workspacePath(slug, '/configuration/webhooks/deliveries');
  const t = await getTranslations('console.configuration.deliveries');
  const endpoints = await listEndpoints(ctx, { limit: mostSuggested });
  const named = endpoints.map(({ id, url }) => ({ id, url }));
  const read = readDeliveryParams(await searchParams, named);
  const { list, pager, order, shown, matching } = await listPage({
    path: log,
    filters: read.typed,
    faults: read.faults,
    params: await searchParams,
    find: (query) => listDeliveries(ctx, { ...read.query, ...query }),
    count: (most) => countDeliveries(ctx, read.query, most),
    file: `${log}/export`,
  });
  const lastAttempts = await listLastAttempts(ctx, list);
  return (
    <ClientTexts areas={['configuration', 'batches']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          matching.total !== 0 && (
            <Permitted to="webhooks:write">
              <ReplayButton workspace={slug} endpoints={named} begin={replayOf(read, named)} />
            </Permitted>
          )
        }
      />
      <WebhookTabs workspace={slug} current="deliveries" />
      <div className="sheet">
        <SavedViews ctx={ctx} list="deliveries" path={log} shown={shown} />
        <DeliveryFilters log={log} read={read} endpoints={named} />
        <ChoosableList
          workspace={slug}
          list="deliveries"
          acts={['redeliver']}
          matching={{ ...matching, file: undefined }}
          ids={list.map(({ id }) => id)}
        >
          {areFaulty(read) ? (
            <FaultyFilters path={log} />
          ) : (
            <DeliveryTable
              log={log}
              deliveries={list}
              order={order}
              lastAttempts={lastAttempts}
              isFiltered={Object.values(read.typed).some(Boolean)}
            />
          )}
        </ChoosableList>
        {pager}
      </div>
    </ClientTexts>
  );
}

interface DeliveryFiltersProps {
  log: string;
  read: ReadDeliveryParams;
  endpoints: NamedEndpoint[];
}

/** A GET form: the filters are part of the address, which can be bookmarked and shared. */
async function DeliveryFilters({ log, read, endpoints }: DeliveryFiltersProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const { text, choice } = await filterFields(read);
  return (
    <FilterForm path={log} typed={read.typed}>
      <NativeSelect
        {...choice('status', [
          { value: '', label: t('anyStatus') },
          ...deliveryStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ])}
        label={t('status')}
      />
      <EndpointField
        name="endpoint"
        list="endpoints"
        endpoints={endpoints}
        defaultValue={addressMeant(endpoints, read.typed.endpoint ?? '')}
        className="filter-wide"
      />
      <TextInput
        {...text('event')}
        label={t('event')}
        placeholder={t('anyEvent')}
        list="events"
        maxLength={200}
      />
      <datalist id="events">
        {lifecycleEvents.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DayRangeFields read={read} />
    </FilterForm>
  );
}

interface DeliveryTableProps {
  log: string;
  deliveries: ListedDelivery[];
  order: ListedPage<ListedDelivery>['order'];
  lastAttempts: Map<string, LastAttempt>;
  isFiltered: boolean;
}

async function DeliveryTable({ log, deliveries, order, lastAttempts, isFiltered }: DeliveryTableProps) {
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
