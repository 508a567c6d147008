import '../configuration.css';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, ConfirmButton, LinkButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { type App, appIds, fetchApp, isConnected } from '#lib/accounts/apps.ts';
import type { Workspace } from '#lib/context.ts';
import { connect, disconnect } from './actions.ts';

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

/** An app's purpose, its connection, and its actions. */
async function AppCard({ workspace, app }: { workspace: Workspace; app: App }) {
  const t = await getTranslations('console.configuration.apps');
  const { id, connectedAt, disconnectedAt } = app;
  const name = t(`${id}.name`);
  const connected = isConnected(app);
  return (
    <article className="sheet app-card" aria-labelledby={id}>
      <span className="app-mark" aria-hidden="true">
        AR
      </span>
      <div className="app-words">
        <h2 id={id}>
          {name}{' '}
          <Chip tone={connected ? 'good' : 'quiet'}>{t(connected ? 'connected' : 'notConnected')}</Chip>
        </h2>
        <p>{t(`${id}.text`)}</p>
        {connected && connectedAt && (
          <p className="hint">{t.rich('since', { day: () => <Day at={connectedAt} /> })}</p>
        )}
        {disconnectedAt && (
          <p className="hint">{t.rich('disconnectedSince', { day: () => <Day at={disconnectedAt} /> })}</p>
        )}
      </div>
      <div className="buttons">
        {connected ? (
          <>
            <LinkButton
              needs="apps:write"
              variant="default"
              href={workspacePath(workspace.slug, `/configuration/apps/${id}`)}
              aria-label={t('configureLabel', { name })}
            >
              {t('configure')}
            </LinkButton>
            <ConfirmButton
              needs="apps:write"
              label={t('disconnect')}
              fullLabel={t('disconnectLabel', { name })}
              title={t('disconnectTitle', { name, workspace: plainName(workspace.name) })}
              action={disconnect.bind(null, workspace.slug, { id })}
              done={t('disconnected', { name })}
            >
              {t('disconnectText')}
            </ConfirmButton>
          </>
        ) : (
          <ActButton
            needs="apps:write"
            label={t('connect')}
            fullLabel={t('connectLabel', { name })}
            action={connect.bind(null, workspace.slug, { id })}
            done={t('connectedDone', { name })}
          />
        )}
      </div>
    </article>
  );
}
