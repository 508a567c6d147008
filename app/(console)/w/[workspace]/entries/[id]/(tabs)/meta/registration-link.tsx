import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { partyOf } from '#console/w/[workspace]/_entries/party-of.ts';
import type { Context } from '#lib/context.ts';
import type { EntryLink } from '#lib/registrations/entry-link.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { replace, revoke } from '../actions.ts';
import { ExtendLink } from './extend-link.tsx';

interface RegistrationLinkProps {
  ctx: Context;
  entry: EntryRow;
  link: EntryLink;
  reference: string | undefined;
  /** Whether anybody still has to come in by it. */
  isNeeded: boolean;
}

/** The way into the wizard: to open, to send, to prolong, to take back. */
export async function RegistrationLink({ ctx, entry, link, reference, isNeeded }: RegistrationLinkProps) {
  const t = await getTranslations('console.entry.meta.link');
  const { slug } = ctx.workspace;
  const name = plainName(partyOf(entry.doc).name);
  const { url, expiresAt, revokedAt, renewalRequestedAt } = link;
  const isExpired = expiresAt.getTime() <= Date.now();
  return (
    <>
      {url && (
        <>
          <p>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {t('open')}
            </a>{' '}
            <span className="hint">{new URL(url).host}</span>
          </p>
          <CopyValue value={url} label={t('address')} />
        </>
      )}
      <dl className="facts">
        {reference && (
          <>
            <dt>ref</dt>
            <dd>
              <code>{reference}</code>
            </dd>
          </>
        )}
        <dt>{revokedAt ? t('revokedAt') : isExpired ? t('expired') : t('expires')}</dt>
        <dd>
          <Moment at={revokedAt ?? expiresAt} />
        </dd>
        {renewalRequestedAt && (
          <>
            <dt>{t('requested')}</dt>
            <dd>
              <Moment at={renewalRequestedAt} />
            </dd>
          </>
        )}
      </dl>
      {isNeeded ? (
        <div className="meta-acts">
          {url && <ExtendLink workspace={slug} id={entry.id} expiresAt={expiresAt} />}
          <ConfirmButton
            label={t('replace')}
            title={t('replaceTitle')}
            action={replace.bind(null, slug, { id: entry.id })}
            done={t('replaced')}
            variant="default"
          >
            {t(url ? 'replaceText' : 'replaceRevokedText', { name })}
          </ConfirmButton>
          {url && (
            <ConfirmButton
              label={t('revoke')}
              title={t('revokeTitle')}
              action={revoke.bind(null, slug, { id: entry.id })}
              done={t('revoked')}
            >
              {t('revokeText', { name })}
            </ConfirmButton>
          )}
        </div>
      ) : (
        <p className="hint">{t('closed')}</p>
      )}
    </>
  );
}
