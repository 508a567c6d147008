import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { countDeliveries, listDeliveries, listLastAttempts } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { SavedViews } from '../../../_views/saved-views.tsx';
import { ChoosableList } from '../../../batches/choosable-list.tsx';
import { WebhookTabs } from '../webhook-tabs.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { mostSuggested, queryOf, readFilters } from './query.ts';
import { ReplayButton } from './replay-button.tsx';

export const generateMetadata = titled('configuration.deliveries.title');

interface DeliveriesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Deliveries({ params, searchParams }: DeliveriesProps) {
  const { ctx } = await requireMember((await params).workspace, 'webhooks:read');
  const filters = readFilters(await searchParams);
  const { slug } = ctx.workspace;
  const log = workspacePath(slug, '/configuration/webhooks/deliveries');
  const t = await getTranslations('console.configuration.deliveries');
  const endpoints = await listEndpoints(ctx, { limit: mostSuggested });
  const named = endpoints.map(({ id, url }) => ({ id, url }));
  const narrowing = queryOf(filters, named);
  const { list, pager, order, shown, matching } = await listPage({
    path: log,
    filters: { ...filters },
    params: await searchParams,
    find: (query) => listDeliveries(ctx, { ...narrowing, ...query }),
    count: () => countDeliveries(ctx, narrowing),
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
              <ReplayButton workspace={slug} endpoints={named} />
            </Permitted>
          )
        }
      />
      <WebhookTabs workspace={slug} current="deliveries" />
      <div className="sheet">
        <SavedViews ctx={ctx} list="deliveries" path={log} shown={shown} />
        <DeliveryFilters log={log} filters={filters} endpoints={named} />
        <ChoosableList
          workspace={slug}
          list="deliveries"
          acts={['redeliver']}
          matching={{ ...matching, file: undefined }}
          ids={list.map(({ id }) => id)}
        >
          <DeliveryTable
            log={log}
            deliveries={list}
            order={order}
            lastAttempts={lastAttempts}
            isFiltered={Object.values(filters).some(Boolean)}
          />
        </ChoosableList>
        {pager}
      </div>
    </ClientTexts>
  );
}
