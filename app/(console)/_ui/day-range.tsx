'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { periods } from '#lib/reports/periods.ts';
import type { DayFilters } from './days.ts';

interface DayRangeProps {
  read: Pick<DayFilters, 'typed' | 'faults'>;
  /** Label, if the filter is not about creation dates. */
  label?: string;
}

/**
 * A date range among a list's filters. The two date fields, both inclusive, appear only for a custom range.
 */
export function DayRangeFields({ read: { typed, faults }, label }: DayRangeProps) {
  const { period, from, to } = typed;
  const t = useTranslations('console.shell.lists');
  const [chosen, setChosen] = useState<string>(period ?? '');
  const [address, setAddress] = useState(period);
  if (address !== period) {
    setAddress(period);
    setChosen(period ?? '');
  }
  const faultOf = (name: keyof typeof faults) => faults[name] && t(`faults.${faults[name]}`);
  return (
    <>
      <NativeSelect
        name="period"
        label={label ?? t('period')}
        value={chosen}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          // The form applies a choice at once, and a custom range with its first date.
          if (event.currentTarget.value === 'custom') event.stopPropagation();
        }}
        data={[
          { value: '', label: t('periods.any') },
          ...[...periods, 'custom' as const].map((value) => ({ value, label: t(`periods.${value}`) })),
          ...(period && faults.period ? [{ value: period, label: period }] : []),
        ]}
        error={faultOf('period')}
      />
      {chosen === 'custom' && (
        <>
          <TextInput
            type="date"
            name="from"
            label={t('from')}
            defaultValue={from ?? ''}
            max={to}
            error={faultOf('from')}
          />
          <TextInput
            type="date"
            name="to"
            label={t('to')}
            defaultValue={to ?? ''}
            min={from}
            error={faultOf('to')}
          />
        </>
      )}
    </>
  );
}
