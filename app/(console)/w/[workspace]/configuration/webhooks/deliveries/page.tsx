import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Pager } from '#console/_ui/pager.tsx';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import { hasDeadDeliveries, listDeliveries } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listLastAttempts } from '#lib/webhooks/last-attempts.ts';
import { WebhookTabs } from '../webhook-tabs.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { addressOf, queryOf, readFilters } from './query.ts';
import { RedeliverDeadButton } from './redeliver-dead-button.tsx';

export const generateMetadata = titled('configuration.deliveries.title');

interface DeliveriesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Addresses that the filter knows. */
const mostSuggested = 500;

export default async function Deliveries({ params, searchParams }: DeliveriesProps) {
  const { ctx } = await requireMember((await params).workspace);
  const filters = readFilters(await searchParams);
  const { slug } = ctx.workspace;
  const log = workspacePath(slug, '/configuration/webhooks/deliveries');
  const t = await getTranslations('console.configuration.deliveries');
  const endpoints = await listEndpoints(ctx, { limit: mostSuggested });
  const named = endpoints.map(({ id, url }) => ({ id, url }));
  const query = queryOf(filters, named);
  const rows = await deliveriesOf(ctx, query, () => addressOf(log, { ...filters, cursor: undefined }));
  const shown = page(rows, query, (row) => row);
  const lastAttempts = await listLastAttempts(ctx, shown.list);
  const { cursor: _, ...narrowing } = filters;
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={(await hasDeadDeliveries(ctx)) && <RedeliverDeadButton workspace={slug} endpoints={named} />}
      />
      <WebhookTabs workspace={slug} current="deliveries" />
      <div className="sheet">
        <DeliveryFilters log={log} filters={filters} endpoints={named} />
        <DeliveryTable
          log={log}
          deliveries={shown.list}
          lastAttempts={lastAttempts}
          isFiltered={Object.values(narrowing).some(Boolean)}
        />
        <Pager
          newest={filters.cursor && addressOf(log, { ...filters, cursor: undefined })}
          older={shown.next_cursor && addressOf(log, { ...filters, cursor: shown.next_cursor })}
        />
      </div>
    </ClientTexts>
  );
}

/** A cursor that is none of ours leads to the first page, not to an error. */
async function deliveriesOf(ctx: Context, query: ReturnType<typeof queryOf>, firstPage: () => string) {
  try {
    return await listDeliveries(ctx, query);
  } catch (error) {
    if (!(error instanceof AltaError) || error.key !== 'validation') throw error;
    return redirect(firstPage());
  }
}
