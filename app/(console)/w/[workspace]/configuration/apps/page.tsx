import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { appIds, fetchApp } from '#lib/accounts/apps.ts';
import { AppCard } from './app-card.tsx';

export const generateMetadata = titled('configuration.apps.title');

export default async function Apps({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'apps:read');
  const t = await getTranslations('console.configuration.apps');
  const apps = await Promise.all(appIds.map((id) => fetchApp(ctx, id)));
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader title={t('title')} lead={t('lead')} />
      {apps.map((app) => (
        <AppCard key={app.id} workspace={ctx.workspace} app={app} />
      ))}
    </ClientTexts>
  );
}
