import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import type { Context } from '#lib/context.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';
import type { ReadJobParams } from './job-query.ts';

/** A form of parameters: an address that can be kept, and that works without script. */
export async function JobFilters({ ctx, read }: { ctx: Context; read: ReadJobParams }) {
  const t = await getTranslations('console.jobs');
  const { typed, invalid } = read;
  const workflows = (await listWorkflowNames(ctx)).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const isListed = !typed.workflow || workflows.some(({ value }) => value === typed.workflow);
  const path = workspacePath(ctx.workspace.slug, '/jobs');
  const faultOf = (name: (typeof invalid)[number]) => invalid.includes(name) && t('filters.notAnId');
  return (
    <FilterForm path={path} typed={typed} className="job-filters">
      <NativeSelect
        name="status"
        label={t('filters.status')}
        defaultValue={typed.status ?? ''}
        data={[
          { value: '', label: t('filters.any') },
          ...jobStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) })),
        ]}
      />
      <NativeSelect
        name="workflow"
        label={t('filters.workflow')}
        defaultValue={typed.workflow ?? ''}
        error={faultOf('workflow')}
        data={[
          { value: '', label: t('filters.any') },
          ...workflows,
          ...(isListed ? [] : [{ value: typed.workflow ?? '', label: typed.workflow ?? '' }]),
        ]}
      />
      <TextInput
        name="job"
        label={t('filters.job')}
        defaultValue={typed.job ?? ''}
        error={faultOf('job')}
        placeholder="UUID"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        name="entry"
        label={t('filters.entry')}
        defaultValue={typed.entry ?? ''}
        error={faultOf('entry')}
        placeholder="UUID"
        autoComplete="off"
        spellCheck={false}
      />
      <DayRangeFields days={typed} />
    </FilterForm>
  );
}
