import { Cards } from '../_parts/cards.tsx';
import { StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { liveCards } from './live.tsx';
import { sandboxCards } from './sandbox.tsx';

export const certificateCards = (props: StepProps) =>
  props.registration.environment === 'sandbox' ? sandboxCards(props) : liveCards(props);

interface CertificateStepProps extends StepProps {
  /** The alias was changed just now. */
  hasNewAlias?: true | undefined;
}

/** The request goes to the authority, the certificate comes back. */
export function CertificateStep(props: CertificateStepProps) {
  const { registration, basePath, t, hasNewAlias } = props;
  const { environment, intent, request } = registration;
  const sandbox = environment === 'sandbox';
  const lead = sandbox ? 'certificate.leadSandbox' : 'certificate.leadLive';
  const path = `${basePath}/certificado`;
  return (
    <StepPage
      props={props}
      slug="certificado"
      heading={t('certificate.heading')}
      lead={t(intent === 'renew' ? 'certificate.leadRenew' : lead)}
    >
      {hasNewAlias && (
        <div className="notice notice-good" role="status">
          <h2>
            <Icon name="check" />
            <span>{t.rich('certificate.newAlias', { alias: request.alias })}</span>
          </h2>
          <p>{t('certificate.newAliasText', { environment })}</p>
        </div>
      )}
      <Cards props={props} slug="certificado" cards={certificateCards(props)}>
        <StepForm action={path} intent="continue">
          {t('certificate.done')}
        </StepForm>
      </Cards>
    </StepPage>
  );
}
