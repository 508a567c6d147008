import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, ConfirmButton, LinkButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { type App, isConnected } from '#lib/accounts/apps.ts';
import type { Workspace } from '#lib/context.ts';
import { connect, disconnect } from './actions.ts';
import './apps.css';

/** What an app is for, whether it is connected, and what one does about that. */
export async function AppCard({ workspace, app }: { workspace: Workspace; app: App }) {
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
      <div className="app-acts">
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
