import { Button, NativeSelect, TextInput } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import '#console/_ui/list-page.css';
import { EndpointField } from './endpoint-field.tsx';
import { addressMeant, type Filters, type NamedEndpoint } from './query.ts';

interface DeliveryFiltersProps {
  log: string;
  filters: Filters;
  endpoints: NamedEndpoint[];
}

/** What it asks for is in the address, to be kept and sent to others. */
export async function DeliveryFilters({ log, filters, endpoints }: DeliveryFiltersProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const { status, endpoint, event } = filters;
  return (
    // The key: after "clear" the fields are empty again.
    <Form action={log} className="filters" key={JSON.stringify(filters)}>
      <NativeSelect
        name="status"
        label={t('status')}
        defaultValue={status ?? ''}
        data={[
          { value: '', label: t('anyStatus') },
          ...deliveryStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
      />
      <EndpointField
        name="endpoint"
        list="endpoints"
        endpoints={endpoints}
        defaultValue={addressMeant(endpoints, endpoint ?? '')}
        className="filter-wide"
      />
      <TextInput
        name="event"
        label={t('event')}
        placeholder={t('anyEvent')}
        defaultValue={event ?? ''}
        list="events"
        maxLength={200}
      />
      <datalist id="events">
        {lifecycleEvents.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DayRangeFields days={filters} />
      <Button type="submit" variant="default">
        {t('filter')}
      </Button>
      {Object.values(filters).some(Boolean) && <Link href={log}>{t('clear')}</Link>}
    </Form>
  );
}
