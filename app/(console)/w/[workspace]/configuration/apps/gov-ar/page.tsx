import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { BackLink } from '#console/_ui/back-link.tsx';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { fetchApp, fetchLogo, isConnected } from '#lib/accounts/apps.ts';
import { createTexts } from '#lib/i18n.ts';
import '../apps.css';
import { DelegateSection } from './delegate-section.tsx';
import { settingsOf } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';

export const generateMetadata = titled('configuration.apps.settings.title');

export default async function ArgentinaSettings({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'apps:write');
  const t = await getTranslations('console.configuration.apps.settings');
  const app = await fetchApp(ctx, 'gov-ar');
  const { slug, name, environment, contactEmail } = ctx.workspace;
  const apps = workspacePath(slug, '/configuration/apps');
  const logo = await fetchLogo(ctx, 'gov-ar');
  const { type } = app.settings.wizard?.logo ?? {};
  return (
    <ClientTexts areas={['configuration']}>
      <BackLink href={apps}>{t('back')}</BackLink>
      <PageHeader docs="white-label" title={t('title')} lead={t('lead')} />
      {isConnected(app) ? (
        <>
          <SettingsForm
            workspace={slug}
            initial={settingsOf(app, environment)}
            initialLogo={logo && type ? `data:${type};base64,${logo.toString('base64')}` : null}
            defaults={{ name, ...(contactEmail ? { email: contactEmail } : {}) }}
            preview={{ environment, asks: asksAround() }}
          />
          <DelegateSection ctx={ctx} />
        </>
      ) : (
        <div className="sheet">
          <EmptyNote icon="apps" action={<LinkButton href={apps}>{t('connectFirst')}</LinkButton>}>
            {t('notConnected')}
          </EmptyNote>
        </div>
      )}
    </ClientTexts>
  );
}

/** The sentence of the wizard's head, before and after the name, which changes while it is typed. */
function asksAround(): [string, string] {
  const gap = '\u0000';
  const sentence = createTexts('es-AR').markup('frame.asks', { holder: gap, b: (chunks) => chunks });
  const [before = '', after = ''] = sentence.split(gap);
  return [before, after];
}
