import { usablePoints } from '#lib/registrations/usable-points.ts';
import { Act, Acts, PortalLink } from '../_parts/act.tsx';
import { Icon } from '../_parts/icon.tsx';
import { PointFormScreen, PointsListScreen } from '../_parts/mock/live.tsx';
import { HomeScreen } from '../_parts/mock/screens.tsx';
import { StepForm } from '../_parts/step-form.tsx';
import { StepPage } from '../_parts/step-page.tsx';
import type { StepProps } from '../_parts/step-props.ts';
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

/** Live only. The invoices need a point of sale of the kind that systems use; the authority says which exist. */
export function PointsOfSaleStep(props: PointsOfSaleStepProps) {
  const { registration, basePath, t } = props;
  const { readAt } = registration.pointsOfSale;
  const path = `${basePath}/puntos-de-venta`;
  const usable = usablePoints(registration).length > 0;
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
          <PointsOfSaleActs {...props} />
        </>
      )}
      <StepForm action={path} intent="check" weight={usable ? 'second' : 'main'}>
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
              href={`${basePath}/puntos-de-venta?situacion=${each}#situacion`}
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

function PointsOfSaleActs({ registration, t, portalAddress, classification }: PointsOfSaleStepProps) {
  const { name } = registration.supplier;
  const option = classification && t.portal[optionOf[classification]];
  const options = option ? [option] : taxClassifications.map((each) => t.portal[optionOf[each]]);
  const form = (mark: 'number' | 'system' | 'accept') => (
    <PointFormScreen t={t} mark={mark} options={options} />
  );
  return (
    <Acts>
      <Act
        t={t}
        text="points.open"
        values={{ name }}
        screen={<HomeScreen t={t} service={t.portal.pointsAdministration} />}
      >
        <PortalLink href={portalAddress ?? t.portal.loginAddress} t={t}>
          {t('act.login')}
        </PortalLink>
      </Act>
      <Act t={t} text="points.abm" screen={<PointsListScreen t={t} mark="abm" />} />
      <Act t={t} text="points.add" screen={<PointsListScreen t={t} mark="add" />} />
      <Act t={t} text="points.number" screen={form('number')} />
      {option ? (
        <Act t={t} text="points.system" values={{ option }} screen={form('system')} />
      ) : (
        <Act t={t} text="points.systemAny" screen={form('system')} />
      )}
      <Act t={t} text="points.address" screen={form('accept')} />
    </Acts>
  );
}
