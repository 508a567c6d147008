import { NativeSelect } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { supportCodes } from '#lib/certificates/support-codes.ts';
import { openStages } from '#lib/reports/stages.ts';
import { countedInFunnel, idleDays, type ReadRegistrationParams, ways } from './query.ts';

/** What it asks for is in the address. */
export async function RegistrationFilters({ list, read }: { list: string; read: ReadRegistrationParams }) {
  const t = await getTranslations('console.overview');
  const { choice } = await filterFields(read);
  const any = { value: '', label: t('registrations.any') };
  return (
    <FilterForm path={list} typed={read.typed}>
      <NativeSelect
        {...choice('stage', [
          any,
          ...openStages.map((value) => ({ value, label: t(`registrations.stages.${value}`) })),
        ])}
        label={t('registrations.stage')}
      />
      <NativeSelect
        {...choice('reason', [
          any,
          { value: 'any', label: t('registrations.anyReason') },
          ...rejectionReasons.map((value) => ({
            value,
            label: `${t(`reasons.${value}`)} · ${supportCodes[value]}`,
          })),
        ])}
        label={t('registrations.reason')}
        className="filter-wide"
      />
      <NativeSelect
        {...choice('way', [
          any,
          ...ways.map((value) => ({ value, label: t(`registrations.ways.${value}`) })),
        ])}
        label={t('registrations.way')}
      />
      <NativeSelect
        {...choice('idle', [
          any,
          ...idleDays.map((value) => ({ value, label: t('registrations.days', { count: Number(value) }) })),
        ])}
        label={t('registrations.idle')}
      />
      <NativeSelect
        {...choice('funnel', [
          any,
          ...countedInFunnel.map((value) => ({ value, label: t(`funnel.stages.${value}`) })),
        ])}
        label={t('registrations.funnel')}
      />
    </FilterForm>
  );
}
