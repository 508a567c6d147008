'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { periods } from '#lib/reports/periods.ts';
import type { DayRange } from './days.ts';

interface DayRangeProps {
  days: DayRange;
  /** What happened in them, where it is not when a thing was made. */
  label?: string;
}

/** A span of days among the filters of a list. Two dates, both of them in it, are asked for only when they are meant. */
export function DayRangeFields({ days: { period, from, to }, label }: DayRangeProps) {
  const t = useTranslations('console.shell.lists');
  const [chosen, setChosen] = useState<string>(period ?? '');
  return (
    <>
      <NativeSelect
        name="period"
        label={label ?? t('period')}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={[
          { value: '', label: t('periods.any') },
          ...[...periods, 'custom' as const].map((value) => ({ value, label: t(`periods.${value}`) })),
        ]}
      />
      {chosen === 'custom' && (
        <>
          <TextInput type="date" name="from" label={t('from')} defaultValue={from ?? ''} max={to} />
          <TextInput type="date" name="to" label={t('to')} defaultValue={to ?? ''} min={from} />
        </>
      )}
    </>
  );
}
