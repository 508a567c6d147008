import { formatCuit, formatTime } from '../_parts/gaps.ts';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Watch } from '../_parts/watch.tsx';
import { delegateOf } from '../delegar/cards.tsx';
import { isDone, stepsOf } from '../flow.ts';

/** The supplier has done their part: what is left is done by hand by the account holder, in the authority's portal. */
export function AcceptanceStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const { accountHolder, noticeEmail, environment, supplier } = registration;
  const holder = accountHolder.name;
  const { name: delegate, cuit } = delegateOf(props);
  const hours = accountHolder.delegate?.acceptsWithinHours ?? 0;
  const leftForSale =
    stepsOf(registration).includes('puntos-de-venta') && !isDone('puntos-de-venta', registration);
  return (
    <StepPage
      props={props}
      slug="delegar"
      back="/delegar"
      heading={t('acceptance.heading')}
      refreshSeconds={60}
    >
      <div className="notice notice-wait">
        <p>{t('acceptance.ours', { holder, environment, hours })}</p>
        <Watch props={props}>{acceptanceStatusText(props)}</Watch>
        <p>
          {noticeEmail
            ? t.rich('acceptance.close', { email: noticeEmail })
            : t('acceptance.closeNoEmail', { holder })}
        </p>
      </div>
      {leftForSale && (
        <p className="next">
          <a className="button" href={`${basePath}/puntos-de-venta`}>
            {t('acceptance.meanwhile')}
          </a>
        </p>
      )}
      {environment === 'live' && (
        <>
          <p className="hint">
            {t.rich('acceptance.lookedFor', {
              cuit: formatCuit(supplier.cuit),
              delegate,
              delegateCuit: formatCuit(cuit),
            })}
          </p>
          <p>
            <a href={`${basePath}/delegar`}>{t('acceptance.review')}</a>
          </p>
        </>
      )}
    </StepPage>
  );
}

/** What was seen last, and that it is looked at again whoever waits. */
export function acceptanceStatusText({ registration, t }: Pick<StepProps, 'registration' | 't'>) {
  const checkedAt = registration.delegation?.checkedAt;
  return [t('acceptance.watching'), checkedAt && t('proof.lookedAt', { time: formatTime(checkedAt) })]
    .filter(Boolean)
    .join(' ');
}
