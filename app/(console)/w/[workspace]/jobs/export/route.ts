import { getLocale, getTranslations } from 'next-intl/server';
import { listFile } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { listJobs } from '#lib/workflows/job-list.ts';
import { readJobParams } from '../job-query.ts';

export const { GET, POST } = listFile(async ({ workspace, params, ids }) => {
  const { ctx } = await requireMember(workspace, 'jobs:read');
  const t = await getTranslations('console.jobs');
  const titleOf = await entryTitles();
  const read = readJobParams(params);
  const find = unlessFaulty(read, (query) => listJobs(ctx, { ...read.query, ...query, ids }));
  await noteExport(ctx, 'jobs');
  return csvFile({
    locale: await getLocale(),
    name: 'jobs',
    find,
    columns: [
      { head: t('list.started'), value: ({ createdAt }) => createdAt },
      { head: t('list.ended'), value: ({ completedAt }) => completedAt },
      { head: t('list.workflow'), value: ({ workflowName }) => workflowName },
      { head: t('list.entry'), value: ({ entry }) => titleOf(entry) },
      { head: t('list.status'), value: ({ status }) => t(`statuses.${status}`) },
      { head: 'id', value: ({ id }) => id },
      { head: 'entry_id', value: ({ entryId }) => entryId },
      { head: 'key', value: ({ key }) => key ?? '' },
    ],
  });
});
