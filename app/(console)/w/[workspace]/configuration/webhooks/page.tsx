import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { listPage, type SearchParams } from '#console/_ui/list-page.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { failingEndpoints } from '#lib/reports/endpoint-health.ts';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { endpointsWithOwnSecret, listSecrets } from '#lib/webhooks/secrets.ts';
import { addressReach } from './address-reach.ts';
import { NewEndpointButton } from './endpoint-dialog.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { SecretSection } from './secret-section.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

export const generateMetadata = titled('configuration.webhooks.title');

interface WebhooksProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Webhooks({ params, searchParams }: WebhooksProps) {
  const { ctx, role } = await requireMember((await params).workspace, 'webhooks:read');
  const { slug } = ctx.workspace;
  const t = await getTranslations('console.configuration.webhooks');
  const { list, pager } = await listPage({
    path: workspacePath(slug, '/configuration/webhooks'),
    params: await searchParams,
    find: (query) => listEndpoints(ctx, query),
  });
  const reach = addressReach();
  const failures = await failingEndpoints(
    ctx,
    list.map(({ id }) => id),
  );
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader
        docs="webhooks"
        title={t('title')}
        lead={t('lead')}
        actions={
          <Permitted to="webhooks:write">
            <NewEndpointButton workspace={slug} reach={reach} />
          </Permitted>
        }
      />
      {reach === 'loopback' && <p className="hint">{t('loopback')}</p>}
      <WebhookTabs workspace={slug} current="endpoints" />
      <EndpointTable
        workspace={slug}
        endpoints={list}
        withOwnSecret={await endpointsWithOwnSecret(ctx)}
        failures={failures}
      >
        {pager}
      </EndpointTable>
      <SecretSection workspace={slug} secrets={await listSecrets(ctx)} role={role} />
    </ClientTexts>
  );
}
