import '../../configuration.css';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { listCopyTargets } from '#lib/copy-workspace.ts';
import { CopyForm } from './copy-form.tsx';

export const generateMetadata = titled('configuration.goLive.title');

/** Copies what was set up in a sandbox to a live workspace of the same owner. */
export default async function GoLive({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'workspace:write');
  const { slug, name, environment } = ctx.workspace;
  if (environment !== 'sandbox') notFound();
  const t = await getTranslations('console.configuration.goLive');
  const targets = await listCopyTargets(ctx);
  return (
    <ClientTexts areas={['configuration']}>
      <BackLink href={workspacePath(slug, '/configuration/workspace')}>{t('back')}</BackLink>
      <PageHeader docs="go-live" title={t('title')} lead={t('lead')} />
      <CopyForm
        workspace={slug}
        name={name}
        targets={targets.map((target) => ({ slug: target.slug, name: target.name }))}
      />
    </ClientTexts>
  );
}
