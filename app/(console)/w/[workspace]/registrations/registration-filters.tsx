import { Button, NativeSelect } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { supportCodes } from '#lib/certificates/support-codes.ts';
import { stages } from '#lib/reports/stages.ts';
import '#console/_ui/list-page.css';
import { type Filters, idleDays, ways } from './query.ts';

/** What it asks for is in the address. */
export async function RegistrationFilters({ list, filters }: { list: string; filters: Filters }) {
  const t = await getTranslations('console.overview');
  const { stage, reason, way, idle } = filters;
  const unfinished = stages.filter((each) => each !== 'completed');
  const any = { value: '', label: t('registrations.any') };
  return (
    // The key: after "clear" the fields are empty again.
    <Form action={list} className="filters" key={JSON.stringify(filters)}>
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
      <Button type="submit" variant="default">
        {t('registrations.filter')}
      </Button>
      {Object.values(filters).some(Boolean) && <Link href={list}>{t('registrations.clear')}</Link>}
    </Form>
  );
}
