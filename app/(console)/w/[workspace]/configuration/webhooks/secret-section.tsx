import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import type { Role } from '#lib/roles.ts';
import type { ListedSecret } from '#lib/webhooks/secrets.ts';
import { NewSecretButton } from './new-secret.tsx';
import { end } from './secret-actions.ts';

interface SecretSectionProps {
  workspace: string;
  /** The endpoint whose secrets are shown; without it, the workspace's secrets. */
  endpointId?: string;
  secrets: ListedSecret[];
  role: Role;
}

/** The active signing secrets. Their values cannot be shown again. */
export async function SecretSection({ workspace, endpointId, secrets, role }: SecretSectionProps) {
  const t = await getTranslations('console.configuration.webhooks.secrets');
  const isOwner = role === 'owner';
  const acts = secrets.length || endpointId ? (['add', 'rotate'] as const) : (['create'] as const);
  const endless = secrets.filter(({ expiresAt }) => !expiresAt);
  const lead = t(endpointId ? 'leadOfEndpoint' : 'lead');
  return (
    <section className="sheet" aria-labelledby="secrets">
      <div className="section-head">
        <div>
          <h2 id="secrets">{t(endpointId ? 'title' : 'titleOfWorkspace')}</h2>
          <p className="hint">{isOwner ? lead : `${lead} ${t('onlyOwners')}`}</p>
        </div>
        {isOwner && (
          <div className="buttons">
            {acts.map((act) => (
              <NewSecretButton key={act} workspace={workspace} endpointId={endpointId} act={act} />
            ))}
          </div>
        )}
      </div>
      <DataTable
        className="rows-many"
        rows={secrets}
        empty={<EmptyNote icon="key">{t(endpointId ? 'noneOfEndpoint' : 'none')}</EmptyNote>}
        columns={[
          {
            head: t('secret'),
            kind: 'title',
            cell: ({ expiresAt, lastCharacters }) => (
              <>
                <code>…{lastCharacters}</code>{' '}
                <Chip tone={expiresAt ? 'wait' : 'good'}>{expiresAt ? t('before') : t('current')}</Chip>
              </>
            ),
          },
          { head: t('created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            head: t('signsUntil'),
            cell: ({ expiresAt }) =>
              expiresAt ? <Moment at={expiresAt} /> : <span className="hint">{t('untilRotation')}</span>,
          },
          {
            head: t('actions'),
            kind: 'actions',
            cell: ({ id, expiresAt }) =>
              isOwner &&
              (expiresAt || endless.length > 1) && (
                <ConfirmButton
                  label={t('end')}
                  title={t('endTitle')}
                  action={end.bind(null, workspace, { id })}
                  done={t('ended')}
                >
                  {t('endText')}
                </ConfirmButton>
              ),
          },
        ]}
      />
    </section>
  );
}
