import { isCompany } from '#lib/documents/cuit.ts';
import { Cards } from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { certificateServiceOf, enableCards } from './cards.tsx';

/** Puts the authority's certificate service among the person's services. */
export function EnableStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const service = certificateServiceOf(props);
  const path = `${basePath}/habilitar`;
  return (
    <StepPage props={props} slug="habilitar" heading={t('enable.heading')}>
      <div className="aside first-card-only">
        <p>{t.rich('enable.lead', { service })}</p>
        <StepForm action={path} weight="second">
          {t('enable.skip')}
        </StepForm>
      </div>
      <Cards props={props} slug="habilitar" cards={enableCards(props)}>
        <StepForm action={path}>{t('enable.done')}</StepForm>
      </Cards>
      {registration.environment === 'sandbox' && isCompany(registration.supplier.cuit) && (
        <More summary={t('enable.companies')}>
          <p>{t('enable.companiesText')}</p>
        </More>
      )}
    </StepPage>
  );
}
