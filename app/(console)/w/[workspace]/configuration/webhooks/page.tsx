import { getTranslations } from 'next-intl/server';
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listSecrets } from '#lib/webhooks/secrets.ts';
import { requireMember } from '../../../../_session.ts';
import { ClientTexts } from '../../../../_shell/client-texts.tsx';
import { PageHeader } from '../../../../_shell/page-header.tsx';
import { titled } from '../../../../_shell/page-title.ts';
import { NewEndpointButton } from './endpoint-dialog.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { SecretSection } from './secret-section.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

export const generateMetadata = titled('configuration.webhooks.title');

const mostShown = 100;

export default async function Webhooks({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx, role } = await requireMember((await params).workspace);
  const t = await getTranslations('console.configuration.webhooks');
  const endpoints = await listEndpoints(ctx, { limit: mostShown });
  const { slug } = ctx.workspace;
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader title={t('title')} lead={t('lead')} actions={<NewEndpointButton workspace={slug} />} />
      <WebhookTabs workspace={slug} current="endpoints" />
      <EndpointTable workspace={slug} endpoints={endpoints} />
      <SecretSection workspace={slug} secrets={await listSecrets(ctx)} role={role} />
    </ClientTexts>
  );
}
