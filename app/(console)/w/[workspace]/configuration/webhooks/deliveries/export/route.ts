import { getLocale, getTranslations } from 'next-intl/server';
import { exportRoute } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { csvFile } from '#console/_ui/csv-file.ts';
import { paramsOf } from '#console/_ui/list-page.tsx';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { mostSuggested, readDeliveryParams } from '../query.ts';

interface ExportRoute {
  params: Promise<{ workspace: string }>;
}

/** Exports the deliveries with the page's filters, without their bodies. */
export const GET = exportRoute(async (request, { params }: ExportRoute) => {
  const { ctx } = await requireMember((await params).workspace, 'webhooks:read');
  const t = await getTranslations('console.configuration.deliveries');
  const endpoints = await listEndpoints(ctx, { limit: mostSuggested });
  const read = readDeliveryParams(paramsOf(request), endpoints);
  const find = unlessFaulty(read, (query) => listDeliveries(ctx, { ...read.query, ...query }));
  await noteExport(ctx, 'deliveries');
  return csvFile({
    locale: await getLocale(),
    name: 'webhooks',
    find,
    columns: [
      { head: t('event'), value: ({ event }) => event ?? '' },
      { head: t('receiver'), value: ({ url }) => url },
      { head: t('time'), value: ({ createdAt }) => createdAt },
      { head: t('status'), value: ({ status }) => t(`statuses.${status}`) },
      { head: t('attempts'), value: ({ attempts }) => attempts },
      { head: t('ended'), value: ({ completedAt }) => completedAt },
      { head: 'id', value: ({ id }) => id },
      { head: 'entry_id', value: ({ entryId }) => entryId ?? '' },
    ],
  });
});
