import { usablePoints } from '#lib/registrations/points-of-sale/usable.ts';
import { StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { WizardPath } from '../flow.ts';
import { PointsOfSaleInstructions } from './live.tsx';
import { PointsOfSaleTable } from './table.tsx';

export const taxClassifications = ['monotributo', 'inscripto', 'exento'] as const;
type TaxClassification = (typeof taxClassifications)[number];

const optionOf = {
  monotributo: 'optionMonotributo',
  inscripto: 'optionInscripto',
  exento: 'optionExento',
} as const;

interface PointsOfSaleStepProps extends StepProps {
  /** Chosen by a link of this page: a visit with another one changes nothing. */
  classification?: TaxClassification | undefined;
}

/** Where the step is, as it is for whom `classification` is chosen. */
export const pathFor = (classification: TaxClassification | undefined): WizardPath =>
  classification ? `/puntos-de-venta?situacion=${classification}` : '/puntos-de-venta';

/** Live only. The invoices need a point of sale of the kind that systems use; the authority says which exist. */
export function PointsOfSaleStep(props: PointsOfSaleStepProps) {
  const { registration, basePath, t, classification } = props;
  const { readAt } = registration.pointsOfSale;
  const path = `${basePath}/puntos-de-venta`;
  const usable = usablePoints(registration).length > 0;
  const applicable = classification ? [classification] : taxClassifications;
  return (
    <StepPage
      props={props}
      slug="puntos-de-venta"
      heading={t(usable ? 'points.headingUsable' : 'points.heading')}
    >
      {registration.facts.pointsOfSaleSettledAt === undefined && (
        <div className="notice notice-good" role="status">
          <h2>
            <Icon name="check" />
            {t('points.proved')}
          </h2>
          {!usable && <p>{t('points.lastStep')}</p>}
        </div>
      )}
      <p className="lead">{t(usable ? 'points.leadUsable' : 'points.lead')}</p>
      <PointsOfSaleTable registration={registration} t={t} />
      {usable ? (
        <>
          <p>{t('points.noticeUsable')}</p>
          <StepForm action={path} intent="finish">
            {t('points.finish')}
          </StepForm>
        </>
      ) : (
        <>
          <Classification {...props} />
          <PointsOfSaleInstructions {...props} options={applicable.map((each) => t.portal[optionOf[each]])} />
        </>
      )}
      <StepForm
        action={`${basePath}${pathFor(classification)}`}
        intent="check"
        weight={usable ? 'second' : 'main'}
      >
        {t(readAt ? 'points.check' : 'points.checkFirst')}
      </StepForm>
      {!usable && (
        <section>
          <h2>{t('points.laterHeading')}</h2>
          <p>{t('points.notice')}</p>
          <StepForm action={path} intent="later" weight="second">
            {t('points.later')}
          </StepForm>
          <p className="hint">{t('points.laterText')}</p>
        </section>
      )}
    </StepPage>
  );
}

function Classification({ basePath, t, classification }: PointsOfSaleStepProps) {
  return (
    <section className="choice">
      <h2 id="situacion">{t('points.regime')}</h2>
      <p className="hint">{t('points.regimeHint')}</p>
      <ul className="plain">
        {taxClassifications.map((each) => (
          <li key={each}>
            <a
              href={`${basePath}${pathFor(each)}#situacion`}
              aria-current={each === classification ? 'true' : undefined}
            >
              <strong>{t(`points.${each}`)}</strong>
              <span>{t.portal[optionOf[each]]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
