import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Day, Moment } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { ApiKey } from '#lib/accounts/api-keys.ts';
import type { Role } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';
import { revokeKey } from './actions.ts';
import './api-keys.css';
import { stateOfKey } from './expiry.ts';
import { RotateKeyButton } from './rotate-key-button.tsx';

const tones: Record<ReturnType<typeof stateOfKey>, Tone> = {
  active: 'good',
  expiring: 'wait',
  replaced: 'wait',
  expired: 'quiet',
  revoked: 'quiet',
};

interface KeyTableProps {
  workspace: string;
  baseUrl: string;
  keys: ApiKey[];
  role: Role;
}

/** The keys by the name they were given; of the token only the beginning is known. */
export async function KeyTable({ workspace, baseUrl, keys, role }: KeyTableProps) {
  const t = await getTranslations('console.configuration.apiKeys');
  const now = new Date();
  return (
    <div className="sheet">
      <DataTable
        className="rows-many"
        rows={keys}
        empty={
          <EmptyNote icon="key" title={t('noneTitle')}>
            {t('noneText')}
          </EmptyNote>
        }
        columns={[
          {
            head: t('name'),
            kind: 'title',
            cell: ({ name, prefix }) => (
              <>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <p className="hint">
                  <code>{prefix}…</code>
                </p>
              </>
            ),
          },
          {
            head: t('may'),
            cell: ({ scopes, allowedAddresses }) => (
              <>
                {scopes ? scopes.map((scope) => <ScopeName key={scope}>{scope}</ScopeName>) : t('everything')}
                {allowedAddresses && (
                  <p className="hint">{t('onlyFrom', { addresses: allowedAddresses.join(', ') })}</p>
                )}
              </>
            ),
          },
          { head: t('created'), cell: ({ createdAt }) => <Day at={createdAt} /> },
          {
            head: t('lastUsed'),
            cell: ({ lastUsedAt, lastUsedFrom, usedVersions }) =>
              lastUsedAt ? (
                <>
                  <Moment at={lastUsedAt} />
                  <p className="hint">{Object.keys(usedVersions).toSorted().join(', ')}</p>
                  {lastUsedFrom && <p className="hint">{t('usedFrom', { address: lastUsedFrom })}</p>}
                </>
              ) : (
                <span className="hint">{t('neverUsed')}</span>
              ),
          },
          {
            head: t('expires'),
            cell: ({ expiresAt, replacedBy }) => {
              if (!expiresAt) return <span className="hint">{t('neverExpires')}</span>;
              // Who replaces a key does it in hours.
              return replacedBy ? <Moment at={expiresAt} /> : <Day at={expiresAt} />;
            },
          },
          {
            head: t('state'),
            cell: (key) => {
              const state = stateOfKey(key, now);
              return <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip>;
            },
          },
          {
            head: t('actions'),
            kind: 'actions',
            cell: (key) => {
              const { id, prefix } = key;
              const name = plainName(key.name);
              const state = stateOfKey(key, now);
              if (role !== 'owner') return null;
              const isUsable = state !== 'revoked' && state !== 'expired';
              return (
                <>
                  <RotateKeyButton
                    {...{ workspace, baseUrl, id, name }}
                    offer={isUsable && state !== 'replaced' ? 'rotation' : 'nothing'}
                  />
                  {isUsable && (
                    <ConfirmButton
                      label={t('revoke')}
                      fullLabel={t('revokeLabel', { name })}
                      title={t('revokeTitle', { name })}
                      action={revokeKey.bind(null, workspace, { id })}
                      done={t('revoked', { name })}
                    >
                      {t('revokeText', { name, prefix })}
                    </ConfirmButton>
                  )}
                </>
              );
            },
          },
        ]}
      />
    </div>
  );
}

function ScopeName({ children }: { children: Scope }) {
  return <code className="scope">{children}</code>;
}
