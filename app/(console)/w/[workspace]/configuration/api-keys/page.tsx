import '../configuration.css';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Day, Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { type ApiKey, listApiKeys } from '#lib/accounts/api-keys.ts';
import { env } from '#lib/env.ts';
import type { Role } from '#lib/roles.ts';
import type { Scope } from '#lib/scopes.ts';
import { revokeKey } from './actions.ts';
import { stateOfKey } from './expiry.ts';
import { NewKeyButton } from './new-key-button.tsx';
import { RotateKeyButton } from './rotate-key-button.tsx';

export const generateMetadata = titled('configuration.apiKeys.title');

export default async function ApiKeys({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx, role } = await requireMember((await params).workspace, 'keys:read');
  const t = await getTranslations('console.configuration.apiKeys');
  const keys = await listApiKeys(ctx);
  const { slug } = ctx.workspace;
  const baseUrl = `${env().ALTA_ORIGIN}/api`;
  const newKey = role === 'owner' && <NewKeyButton workspace={slug} baseUrl={baseUrl} />;
  return (
    <ClientTexts areas={['configuration']}>
      <PageHeader
        docs="authentication"
        title={t('title')}
        lead={role === 'owner' ? t('lead') : `${t('lead')} ${t('onlyOwners')}`}
        actions={newKey}
      />
      <KeyTable workspace={slug} baseUrl={baseUrl} keys={keys} role={role} />
    </ClientTexts>
  );
}

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

/** Keys by name. Only the beginning of a token is stored readably. */
async function KeyTable({ workspace, baseUrl, keys, role }: KeyTableProps) {
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
              // A replaced key expires within hours, so the time matters.
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
                <div className="act-group">
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
                </div>
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
