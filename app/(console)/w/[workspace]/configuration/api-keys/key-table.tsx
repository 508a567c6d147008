import { getTranslations } from 'next-intl/server';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { ConfirmButton } from '#console/_ui/confirm-button.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Day, Moment } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { ApiKey } from '#lib/accounts/api-keys.ts';
import type { Role } from '#lib/accounts/members.ts';
import { revokeKey } from './actions.ts';
import { stateOfKey } from './key-state.ts';

const tones: Record<ReturnType<typeof stateOfKey>, Tone> = {
  active: 'good',
  expiring: 'wait',
  expired: 'quiet',
  revoked: 'quiet',
};

interface KeyTableProps {
  workspace: string;
  keys: ApiKey[];
  role: Role;
}

/** The keys by the name they were given; of the token only the beginning is known. */
export async function KeyTable({ workspace, keys, role }: KeyTableProps) {
  const t = await getTranslations('console.configuration.apiKeys');
  if (keys.length === 0) {
    return (
      <div className="sheet">
        <EmptyNote icon="key" title={t('noneTitle')}>
          {t('noneText')}
        </EmptyNote>
      </div>
    );
  }
  const now = new Date();
  return (
    <div className="sheet">
      <table className="rows rows-many">
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('created')}</th>
            <th scope="col">{t('lastUsed')}</th>
            <th scope="col">{t('expires')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col" className="acts">
              {t('actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ id, name, prefix, createdAt, lastUsedAt, usedVersions, expiresAt, revokedAt }) => {
            const said = plainName(name);
            const state = stateOfKey({ expiresAt, revokedAt }, now);
            return (
              <tr key={id}>
                <td>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <p className="hint">
                    <code>{prefix}…</code>
                  </p>
                </td>
                <td data-label={t('created')}>
                  <Day at={createdAt} />
                </td>
                <td data-label={t('lastUsed')}>
                  {lastUsedAt ? <Moment at={lastUsedAt} /> : <span className="hint">{t('neverUsed')}</span>}
                  {lastUsedAt && <p className="hint">{Object.keys(usedVersions).toSorted().join(', ')}</p>}
                </td>
                <td data-label={t('expires')}>
                  {expiresAt ? <Day at={expiresAt} /> : <span className="hint">{t('neverExpires')}</span>}
                </td>
                <td data-label={t('state')}>
                  <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip>
                </td>
                <td className="acts">
                  {role === 'owner' && !revokedAt && (
                    <ConfirmButton
                      label={t('revoke')}
                      fullLabel={t('revokeLabel', { name: said })}
                      title={t('revokeTitle', { name: said })}
                      action={revokeKey.bind(null, workspace, { id })}
                      done={t('revoked', { name: said })}
                    >
                      {t('revokeText', { name: said, prefix })}
                    </ConfirmButton>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
