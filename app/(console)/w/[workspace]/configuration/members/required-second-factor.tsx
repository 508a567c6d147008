import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { isSecondFactorRequired } from '#lib/accounts/required-second-factor.ts';
import type { Context } from '#lib/context.ts';
import { requireTwoSteps, stopRequiringTwoSteps } from './actions.ts';

/** An owner decides whether all members need two steps to log in. */
export async function RequiredSecondFactor({ of: ctx }: { of: Context }) {
  const t = await getTranslations('console.account.members.twoSteps');
  const { slug } = ctx.workspace;
  return (
    <section className="sheet sheet-text" aria-labelledby="two-steps">
      <h2 id="two-steps">{t('title')}</h2>
      {(await isSecondFactorRequired(ctx)) ? (
        <>
          <p>{t('on')}</p>
          <div className="page-actions">
            <ConfirmButton
              label={t('stop')}
              title={t('stopTitle')}
              action={stopRequiringTwoSteps.bind(null, slug, {})}
              done={t('stopped')}
              variant="outline"
            >
              {t('stopText')}
            </ConfirmButton>
          </div>
        </>
      ) : (
        <>
          <p>{t('off')}</p>
          <div className="page-actions">
            <ConfirmButton
              label={t('require')}
              title={t('requireTitle')}
              action={requireTwoSteps.bind(null, slug, {})}
              done={t('required')}
              variant="outline"
              color="petrol"
            >
              {t('requireText')}
            </ConfirmButton>
          </div>
        </>
      )}
    </section>
  );
}
