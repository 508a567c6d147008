import { Button, NativeSelect } from '@mantine/core';
import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { rejectionReasons } from '#lib/certificates/rejection.ts';
import { stages } from '#lib/reports/stages.ts';
import '#console/_ui/list-page.css';
import { z } from 'zod';
import type { SearchParams } from '#console/_ui/list-page.tsx';

/** What it asks for is in the address. */
export async function StoppedFilters({ list, filters }: { list: string; filters: Filters }) {
  const t = await getTranslations('console.overview');
  const { stage, reason } = filters;
  const unfinished = stages.filter((each) => each !== 'completed');
  return (
    // The key: after "clear" the fields are empty again.
    <Form action={list} className="filters" key={`${stage} ${reason}`}>
      <NativeSelect
        name="stage"
        label={t('stopped.stage')}
        defaultValue={stage ?? ''}
        data={[
          { value: '', label: t('stopped.any') },
          ...unfinished.map((value) => ({ value, label: t(`stopped.stages.${value}`) })),
        ]}
      />
      <NativeSelect
        name="reason"
        label={t('stopped.reason')}
        defaultValue={reason ?? ''}
        data={[
          { value: '', label: t('stopped.any') },
          ...rejectionReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        className="filter-wide"
      />
      <Button type="submit" variant="light">
        {t('stopped.filter')}
      </Button>
      {(stage || reason) && <Link href={list}>{t('stopped.clear')}</Link>}
    </Form>
  );
}

/** What the address asks for. A value that is none of a filter's counts as not given. */
const Filters = z.object({
  stage: z.enum(stages).exclude(['completed']).optional().catch(undefined),
  reason: z.enum(rejectionReasons).optional().catch(undefined),
});
export type Filters = z.infer<typeof Filters>;

export const readFilters = (params: SearchParams): Filters => Filters.parse(params);
