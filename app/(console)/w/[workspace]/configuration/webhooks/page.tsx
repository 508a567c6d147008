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
import { listEndpoints } from '#lib/webhooks/endpoints.ts';
import { listSecrets } from '#lib/webhooks/secrets.ts';
import { NewEndpointButton } from './endpoint-dialog.tsx';
import { EndpointTable } from './endpoint-table.tsx';
import { SecretSection } from './secret-section.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

export const generateMetadata = titled('configuration.webhooks.title');

const pageSize = 25;

interface WebhooksProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<{ cursor?: string | string[] }>;
}

export default async function Webhooks({ params, searchParams }: WebhooksProps) {
  const { ctx, role } = await requireMember((await params).workspace);
  const { slug } = ctx.workspace;
  const path = workspacePath(slug, '/configuration/webhooks');
  const { cursor: given } = await searchParams;
  const cursor = typeof given === 'string' && given ? given.slice(0, 200) : undefined;
  const t = await getTranslations('console.configuration.webhooks');
  const query = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const shown = page(await endpointsOf(ctx, query, path), query, (row) => row);
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader title={t('title')} lead={t('lead')} actions={<NewEndpointButton workspace={slug} />} />
      <WebhookTabs workspace={slug} current="endpoints" />
      <EndpointTable workspace={slug} endpoints={shown.list}>
        <Pager newest={cursor && path} older={shown.next_cursor && `${path}?cursor=${shown.next_cursor}`} />
      </EndpointTable>
      <SecretSection workspace={slug} secrets={await listSecrets(ctx)} role={role} />
    </ClientTexts>
  );
}

/** A cursor that is none of ours leads to the first page, not to an error. */
async function endpointsOf(ctx: Context, query: { limit: number; cursor?: string }, path: string) {
  try {
    return await listEndpoints(ctx, query);
  } catch (error) {
    if (!(error instanceof AltaError) || error.key !== 'validation') throw error;
    return redirect(path);
  }
}
