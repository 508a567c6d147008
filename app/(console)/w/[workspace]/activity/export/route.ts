import { getLocale, getTranslations } from 'next-intl/server';
import { exportRoute } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { paramsOf } from '#console/_ui/list-page.tsx';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import { activityTexts } from '#console/w/[workspace]/_activity/activity-texts.ts';
import { entryTitles } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { listAudit } from '#lib/reports/audit-trail.ts';
import { readActivityParams } from '../query.ts';

interface ExportRoute {
  params: Promise<{ workspace: string }>;
}

export const GET = exportRoute(async (request, { params }: ExportRoute) => {
  const { ctx } = await requireMember((await params).workspace, 'activity:read');
  const t = await getTranslations('console.activity');
  const texts = await activityTexts();
  const titleOf = await entryTitles();
  const read = readActivityParams(paramsOf(request));
  const find = unlessFaulty(read, (query) => listAudit(ctx, { ...read.query, ...query }));
  await noteExport(ctx, 'activity');
  return csvFile({
    locale: await getLocale(),
    name: 'activity',
    find,
    columns: [
      { head: t('list.when'), value: ({ createdAt }) => createdAt },
      { head: t('list.what'), value: (line) => texts.sentence(line) },
      { head: t('list.about'), value: ({ subject: { entry, name } }) => (entry ? titleOf(entry) : name) },
      { head: t('list.who'), value: (line) => texts.actor(line) },
      { head: t('list.from'), value: ({ address }) => address },
      { head: 'id', value: ({ id }) => id },
      { head: 'action', value: ({ action }) => action },
      { head: 'subject_kind', value: ({ subject }) => subject.kind },
      { head: 'subject_id', value: ({ subject }) => subject.id },
      { head: 'entry_id', value: ({ subject }) => subject.entry?.id },
      { head: 'actor_kind', value: ({ actor }) => actor.kind },
      { head: 'actor_id', value: ({ actor }) => actor.id },
      { head: 'request_id', value: ({ requestId }) => requestId },
      { head: 'detail', value: ({ detail }) => JSON.stringify(detail) },
    ],
  });
});
