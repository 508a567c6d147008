import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
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
    <FilterForm path={log} typed={filters}>
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
    </FilterForm>
  );
}
