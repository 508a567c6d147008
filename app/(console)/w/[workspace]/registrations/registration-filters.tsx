import { NativeSelect } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { supportCodes } from '#lib/certificates/support-codes.ts';
import { stages } from '#lib/reports/stages.ts';
import { type Filters, idleDays, ways } from './query.ts';

/** What it asks for is in the address. */
export async function RegistrationFilters({ list, filters }: { list: string; filters: Filters }) {
  const t = await getTranslations('console.overview');
  const { stage, reason, way, idle } = filters;
  const unfinished = stages.filter((each) => each !== 'completed');
  const any = { value: '', label: t('registrations.any') };
  return (
    <FilterForm path={list} typed={filters}>
      <NativeSelect
        name="stage"
        label={t('registrations.stage')}
        defaultValue={stage ?? ''}
        data={[any, ...unfinished.map((value) => ({ value, label: t(`registrations.stages.${value}`) }))]}
      />
      <NativeSelect
        name="reason"
        label={t('registrations.reason')}
        defaultValue={reason ?? ''}
        data={[
          any,
          { value: 'any', label: t('registrations.anyReason') },
          ...rejectionReasons.map((value) => ({
            value,
            label: `${t(`reasons.${value}`)} · ${supportCodes[value]}`,
          })),
        ]}
        className="filter-wide"
      />
      <NativeSelect
        name="way"
        label={t('registrations.way')}
        defaultValue={way ?? ''}
        data={[any, ...ways.map((value) => ({ value, label: t(`registrations.ways.${value}`) }))]}
      />
      <NativeSelect
        name="idle"
        label={t('registrations.idle')}
        defaultValue={idle ?? ''}
        data={[
          any,
          ...idleDays.map((value) => ({ value, label: t('registrations.days', { count: Number(value) }) })),
        ]}
      />
    </FilterForm>
  );
}
