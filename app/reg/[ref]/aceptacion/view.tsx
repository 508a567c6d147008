import { isRecent } from '#lib/age.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { formatTime } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { tripCards } from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import { PaperDataLink } from '../_parts/paper-data-link.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Answer, answerMaxAgeMs, Watch } from '../_parts/watch.tsx';
import { delegateOf, delegateTrips } from '../delegar/view.tsx';
import { isDone, stepsOf } from '../flow.ts';

interface AcceptanceStepProps extends StepProps {
  /** The person has just pressed «Comprobar ahora». */
  hasAsked?: boolean;
}

/** Shown when the supplier is done and the account holder still has to accept the delegation in the portal. */
export function AcceptanceStep({ hasAsked, ...props }: AcceptanceStepProps) {
  const { registration, basePath, t } = props;
  const { accountHolder, noticeEmail, environment, services, supplier } = registration;
  const holder = accountHolder.name;
  const { name: delegate, cuit } = delegateOf(props);
  const hours = accountHolder.delegate?.acceptsWithinHours ?? 0;
  const point = pointOf(registration);
  const [firstCard] = tripCards(delegateTrips(props));
  const guide = `${basePath}/delegar?pantalla=${firstCard?.id}`;
  // The line about closing the page mentions the mail too.
  const mailed = noticeEmail && point === 'left' ? 'yes' : 'no';
  return (
    <StepPage
      props={props}
      slug="delegar"
      page="aceptacion"
      back="/delegar"
      waits
      heading={t(point === 'left' ? 'acceptance.headingPoint' : 'acceptance.heading', { holder })}
      refreshSeconds={60}
    >
      {point === 'left' && (
        <>
          <p className="lead">{t('acceptance.pointLead')}</p>
          <p className="next">
            <a className="button" href={`${basePath}/puntos-de-venta`}>
              {t('acceptance.pointAdd')}
            </a>
          </p>
        </>
      )}
      {hasAsked && <Answer>{answerText(props)}</Answer>}
      <div className="notice notice-wait">
        <p>{t('acceptance.ours', { holder, environment, hours, mailed })}</p>
        {point === 'claimed' && <p>{t('acceptance.pointClaimed')}</p>}
        <Watch props={props}>{acceptanceStatusText(props)}</Watch>
        {point !== 'left' && (
          <p>
            {noticeEmail
              ? t.rich('acceptance.close', { email: noticeEmail })
              : t('acceptance.closeNoEmail', { holder })}
          </p>
        )}
      </div>
      <StepForm action={`${basePath}/aceptacion`} weight="second">
        {t('proof.tryNow')}
      </StepForm>
      <PaperDataLink {...props} />
      {environment === 'live' && (
        <More summary={t('proof.ifNotDone')}>
          <p>
            {t.rich(services.includes('wsfex') ? 'acceptance.lookedForBoth' : 'acceptance.lookedFor', {
              cuit: formatCuit(supplier.cuit),
              delegate,
              delegateCuit: formatCuit(cuit),
            })}
          </p>
          <p>
            <a href={guide}>{t('proof.review')}</a>
          </p>
        </More>
      )}
    </StepPage>
  );
}

/** Whether the supplier can add a point of sale meanwhile. */
export function pointOf(registration: Registration): 'none' | 'left' | 'claimed' {
  if (!stepsOf(registration).includes('puntos-de-venta')) return 'none';
  return isDone('puntos-de-venta', registration) ? 'claimed' : 'left';
}

/** The authority's last answer or, if that is long ago, that it was asked. */
function answerText({ registration: { delegation }, t, now }: StepProps): string {
  if (!delegation?.checkedAt || !isRecent(delegation.checkedAt, answerMaxAgeMs, now))
    return t('acceptance.answers.asked');
  const answer = delegation?.answer === 'unknown' ? 'unknown' : 'no';
  return t(`acceptance.answers.${answer}`, { time: formatTime(delegation.checkedAt) });
}

/** The time of the last check, and that the page keeps checking by itself. */
export function acceptanceStatusText({ registration, t }: Pick<StepProps, 'registration' | 't'>) {
  const checkedAt = registration.delegation?.checkedAt;
  return [t('acceptance.watching'), checkedAt && t('proof.lookedAt', { time: formatTime(checkedAt) })]
    .filter(Boolean)
    .join(' ');
}
