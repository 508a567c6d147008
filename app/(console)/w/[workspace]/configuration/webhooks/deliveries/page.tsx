import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { page } from '#lib/paging.ts';
import { listDeliveries } from '#lib/webhooks/deliveries.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listLastAttempts } from '#lib/webhooks/last-attempts.ts';
import { requireMember } from '../../../../../_session.ts';
import { ClientTexts } from '../../../../../_shell/client-texts.tsx';
import { workspacePath } from '../../../../../_shell/navigation.ts';
import { PageHeader } from '../../../../../_shell/page-header.tsx';
import { titled } from '../../../../../_shell/page-title.ts';
import { Pager } from '../../../_parts/pager.tsx';
import { WebhookTabs } from '../webhook-tabs.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { addressOf, type Filters, queryOf, readFilters } from './query.ts';
import { RedeliverDeadButton } from './redeliver-dead-button.tsx';

export const generateMetadata = titled('configuration.deliveries.title');

interface DeliveriesProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Deliveries({ params, searchParams }: DeliveriesProps) {
  const { ctx } = await requireMember((await params).workspace);
  const filters = readFilters(await searchParams);
  const { slug } = ctx.workspace;
  const log = workspacePath(slug, '/configuration/webhooks/deliveries');
  const t = await getTranslations('console.configuration.deliveries');
  const rows = await deliveriesOf(ctx, filters, log);
  const shown = page(rows, queryOf(filters), (row) => row);
  const [endpoints, lastAttempts] = await Promise.all([
    listEndpoints(ctx, { limit: 100 }),
    listLastAttempts(ctx, shown.list),
  ]);
  const named = endpoints.map(({ id, url }) => ({ id, url }));
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<RedeliverDeadButton workspace={slug} endpoints={named} />}
      />
      <WebhookTabs workspace={slug} current="deliveries" />
      <div className="sheet">
        <DeliveryFilters log={log} filters={filters} endpoints={named} />
        <DeliveryTable
          log={log}
          deliveries={shown.list}
          lastAttempts={lastAttempts}
          isFiltered={Object.keys(queryOf(filters)).length > 1}
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
async function deliveriesOf(ctx: Context, filters: Filters, log: string) {
  try {
    return await listDeliveries(ctx, queryOf(filters));
  } catch (error) {
    if (!(error instanceof AltaError) || error.key !== 'validation') throw error;
    return redirect(addressOf(log, { ...filters, cursor: undefined }));
  }
}
