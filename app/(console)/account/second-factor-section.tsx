import { getTranslations } from 'next-intl/server';
import { findSecondFactor } from '#lib/accounts/second-factor.ts';
import { ConfirmButton } from '../_ui/buttons.tsx';
import { Moment } from '../_ui/moment.tsx';
import { Notice } from '../_ui/notice.tsx';
import { endTwoSteps } from './actions.ts';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { TwoStepsSetup } from './two-steps-setup.tsx';
import './account.css';

/** So few that it is time for others. */
const few = 3;

/** The codes that a login asks for beside the password, and how to come by them and to be rid of them. */
export async function SecondFactorSection({ of }: { of: string }) {
  const t = await getTranslations('console.account.twoSteps');
  const factor = await findSecondFactor(of);
  const since = factor?.authenticatorSince;
  const isLast = factor?.passkeys === 0;
  return (
    <section className="sheet sheet-text" aria-labelledby="two-steps">
      <h2 id="two-steps">{t('title')}</h2>
      {!factor && <p>{t('off')}</p>}
      {factor && (
        <>
          <p>
            {since && factor.passkeys > 0 && t('onWithPasskeys')}
            {since && factor.passkeys === 0 && t.rich('on', { since: () => <Moment at={since} /> })}
            {!since && t('onByPasskeys')}
          </p>
          {factor.recoveryCodesLeft < few ? (
            <Notice tone="wait" title={t('left', { count: factor.recoveryCodesLeft })}>
              {t('leftFew')}
            </Notice>
          ) : (
            <p className="hint">{t('left', { count: factor.recoveryCodesLeft })}</p>
          )}
        </>
      )}
      <div className="page-actions">
        {factor && <NewRecoveryCodes />}
        {factor && since ? (
          <ConfirmButton
            label={t(isLast ? 'remove' : 'removeApp')}
            title={t(isLast ? 'removeTitle' : 'removeAppTitle')}
            action={endTwoSteps.bind(null, {})}
            done={t(isLast ? 'removed' : 'removedApp')}
            variant="outline"
          >
            {t(isLast ? 'removeText' : 'removeTextPasskeys')}
          </ConfirmButton>
        ) : (
          <TwoStepsSetup label={factor ? t('addApp') : t('activate')} />
        )}
      </div>
    </section>
  );
}
