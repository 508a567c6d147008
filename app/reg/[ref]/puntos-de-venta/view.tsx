import { Cards } from '../_parts/cards.tsx';
import { StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Watch } from '../_parts/watch.tsx';
import { isFinished } from '../flow.ts';
import { pointOfSaleCards } from './cards.tsx';
import { classificationsFor, pathFor, type TaxClassification } from './classification.ts';
import { PointsFound } from './table.tsx';

interface PointsOfSaleStepProps extends StepProps {
  classification?: TaxClassification | undefined;
}

/** Live only. The invoices need a point of sale of the kind that systems use; the authority says which exist. */
export function PointsOfSaleStep(props: PointsOfSaleStepProps) {
  const { registration, basePath, t } = props;
  const [likeliest = 'inscripto'] = classificationsFor(registration.supplier.cuit);
  const classification = props.classification ?? likeliest;
  const finished = isFinished(registration);
  const path = `${basePath}/puntos-de-venta`;
  return (
    <StepPage
      props={props}
      slug="puntos-de-venta"
      heading={t('points.heading')}
      lead={t('points.lead')}
      refreshSeconds={finished ? 60 : undefined}
    >
      {finished && (
        <div className="notice notice-wait first-card-only">
          <h2>
            <Icon name="note" />
            {t('points.proved')}
          </h2>
          <p>
            {t('points.lastStep')} {t('points.notice')}
          </p>
          <Watch props={props}>{t('points.watching')}</Watch>
        </div>
      )}
      {finished && hasBeenLookedFor(registration) && (
        <div className="first-card-only">
          <PointsFound {...props} />
        </div>
      )}
      <Cards props={props} slug="puntos-de-venta" cards={pointOfSaleCards(props, classification)}>
        <StepForm action={`${basePath}${pathFor(props.classification)}`} intent="check">
          {t('points.check')}
        </StepForm>
      </Cards>
      {finished && (
        <section>
          <StepForm action={path} intent="later" weight="second">
            {t('points.later')}
          </StepForm>
          <p className="hint">{t('points.laterText')}</p>
        </section>
      )}
    </StepPage>
  );
}

/** A supplier without a point of sale, who has not said that they added one, is told what to do, and not yet what may have gone wrong. */
const hasBeenLookedFor = ({ facts, pointsOfSale }: StepProps['registration']): boolean =>
  facts.pointOfSaleClaimedAt !== undefined || pointsOfSale.list.length > 0;
