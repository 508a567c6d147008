import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { DayRangeFields } from '#console/_ui/day-range.tsx';
import { filterFields } from '#console/_ui/filter-fields.tsx';
import { FilterForm } from '#console/_ui/filter-form.tsx';
import type { Context } from '#lib/context.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';
import type { ReadJobParams } from './job-query.ts';

/** A form of parameters: an address that can be kept, and that works without script. */
export async function JobFilters({ ctx, read }: { ctx: Context; read: ReadJobParams }) {
  const t = await getTranslations('console.jobs');
  const { typed } = read;
  const { text, choice } = await filterFields(read);
  const workflows = (await listWorkflowNames(ctx)).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const isListed = !typed.workflow || workflows.some(({ value }) => value === typed.workflow);
  const path = workspacePath(ctx.workspace.slug, '/jobs');
  return (
    <FilterForm path={path} typed={typed} className="job-filters">
      <NativeSelect
        {...choice('status', [
          { value: '', label: t('filters.any') },
          ...jobStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) })),
        ])}
        label={t('filters.status')}
      />
      <NativeSelect
        {...choice('workflow', [
          { value: '', label: t('filters.any') },
          ...workflows,
          ...(isListed || read.faults.workflow
            ? []
            : [{ value: typed.workflow ?? '', label: typed.workflow ?? '' }]),
        ])}
        label={t('filters.workflow')}
      />
      <TextInput
        {...text('job')}
        label={t('filters.job')}
        placeholder="UUID"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...text('entry')}
        label={t('filters.entry')}
        placeholder="UUID"
        autoComplete="off"
        spellCheck={false}
      />
      <DayRangeFields read={read} />
    </FilterForm>
  );
}
