import { isCompany } from '#lib/documents/cuit.ts';
import { Cards } from '../_parts/cards.tsx';
import { StepForm } from '../_parts/form.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { enableCards } from './cards.tsx';

/** Puts the authority's certificate service among the person's services. */
export function EnableStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const path = `${basePath}/habilitar`;
  return (
    <StepPage props={props} slug="habilitar" heading={t('enable.heading')}>
      {registration.environment === 'sandbox' && isCompany(registration.supplier.cuit) && (
        <p className="hint first-card-only">{t('enable.companiesText')}</p>
      )}
      <Cards props={props} slug="habilitar" cards={enableCards(props)}>
        <StepForm action={path}>{t('enable.done')}</StepForm>
      </Cards>
    </StepPage>
  );
}
