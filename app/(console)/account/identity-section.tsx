import { getTranslations } from 'next-intl/server';
import { findIdentity } from '#lib/accounts/identities.ts';
import { ConfirmButton } from '../_ui/buttons.tsx';
import { Moment } from '../_ui/moment.tsx';
import { Notice } from '../_ui/notice.tsx';
import { unlink } from './actions.ts';
import { LinkIdentity } from './link-identity.tsx';

interface IdentitySectionProps {
  of: string;
  provider: string;
  /** What came of the last try, where it came to nothing. */
  said: string | undefined;
}

/** Whether somebody logs in by the OpenID provider too. */
export async function IdentitySection({ of, provider, said }: IdentitySectionProps) {
  const t = await getTranslations('console.account.identity');
  const linked = await findIdentity(of);
  return (
    <section className="sheet sheet-text" aria-labelledby="oidc">
      <h2 id="oidc">{t('title', { provider })}</h2>
      {said && (
        <Notice tone="wait" title={t('notLinked')}>
          {said}
        </Notice>
      )}
      {linked ? (
        <>
          <p>{t.rich('on', { provider, since: () => <Moment at={linked.since} /> })}</p>
          <div className="page-actions">
            <ConfirmButton
              label={t('unlink')}
              title={t('unlinkTitle', { provider })}
              action={unlink.bind(null, {})}
              done={t('unlinked')}
              variant="outline"
            >
              {t('unlinkText', { provider })}
            </ConfirmButton>
          </div>
        </>
      ) : (
        <>
          <p>{t('off', { provider })}</p>
          <LinkIdentity />
        </>
      )}
    </section>
  );
}
