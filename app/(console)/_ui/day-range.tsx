'use client';

import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { DayRange } from './list-page.tsx';

/** Two days among the filters of a list, both of them in it. */
export function DayRangeFields({ days: { from, to } }: { days: DayRange }) {
  const t = useTranslations('console.shell.lists');
  return (
    <>
      <TextInput type="date" name="from" label={t('from')} defaultValue={from ?? ''} max={to} />
      <TextInput type="date" name="to" label={t('to')} defaultValue={to ?? ''} min={from} />
    </>
  );
}
