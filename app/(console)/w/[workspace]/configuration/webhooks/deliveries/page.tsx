import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { FaultyFilters } from '#console/_ui/filter-fields.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { areFaulty } from '#console/_ui/typed-filters.ts';
import { countDeliveries, listDeliveries, listLastAttempts } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { SavedViews } from '../../../_views/saved-views.tsx';
import { ChoosableList } from '../../../batches/choosable-list.tsx';
import { WebhookTabs } from '../webhook-tabs.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { mostSuggested, readDeliveryParams, replayOf } from './query.ts';
import { ReplayButton } from './replay-button.tsx';

export const generateMetadata = titled('configuration.deliveries.title');

interface DeliveriesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Deliveries({ params, searchParams }: DeliveriesProps) {
  const { ctx } = await requireMember((await params).workspace, 'webhooks:read');
  const { slug } = ctx.workspace;
  const log = workspacePath(slug, '/configuration/webhooks/deliveries');
  const t = await getTranslations('console.configuration.deliveries');
  const endpoints = await listEndpoints(ctx, { limit: mostSuggested });
  const named = endpoints.map(({ id, url }) => ({ id, url }));
  const read = readDeliveryParams(await searchParams, named);
  const { list, pager, order, shown, matching } = await listPage({
    path: log,
    filters: read.typed,
    faults: read.faults,
    params: await searchParams,
    find: (query) => listDeliveries(ctx, { ...read.query, ...query }),
    count: () => countDeliveries(ctx, read.query),
    file: `${log}/export`,
  });
  const lastAttempts = await listLastAttempts(ctx, list);
  return (
    <ClientTexts areas={['configuration', 'batches']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          matching.total !== 0 && (
            <Permitted to="webhooks:write">
              <ReplayButton workspace={slug} endpoints={named} begin={replayOf(read, named)} />
            </Permitted>
          )
        }
      />
      <WebhookTabs workspace={slug} current="deliveries" />
      <div className="sheet">
        <SavedViews ctx={ctx} list="deliveries" path={log} shown={shown} />
        <DeliveryFilters log={log} read={read} endpoints={named} />
        <ChoosableList
          workspace={slug}
          list="deliveries"
          acts={['redeliver']}
          matching={{ ...matching, file: undefined }}
          ids={list.map(({ id }) => id)}
        >
          {areFaulty(read) ? (
            <FaultyFilters path={log} />
          ) : (
            <DeliveryTable
              log={log}
              deliveries={list}
              order={order}
              lastAttempts={lastAttempts}
              isFiltered={Object.values(read.typed).some(Boolean)}
            />
          )}
        </ChoosableList>
        {pager}
      </div>
    </ClientTexts>
  );
}
