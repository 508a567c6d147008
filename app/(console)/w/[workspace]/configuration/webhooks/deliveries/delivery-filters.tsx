import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { deliveryStatuses } from '#lib/webhooks/deliveries.ts';
import { lifecycleEvents } from '#lib/webhooks/events.ts';
import { addressMeant, EndpointField, type NamedEndpoint } from './endpoint-field.tsx';
import type { ReadDeliveryParams } from './query.ts';

interface DeliveryFiltersProps {
  log: string;
  read: ReadDeliveryParams;
  endpoints: NamedEndpoint[];
}

/** What it asks for is in the address, to be kept and sent to others. */
export async function DeliveryFilters({ log, read, endpoints }: DeliveryFiltersProps) {
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
