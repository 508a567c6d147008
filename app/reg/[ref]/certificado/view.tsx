import { formatDayAndTime } from '#lib/i18n.ts';
import { StepForm } from '../_parts/form.tsx';
import { More } from '../_parts/instruction.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { LiveInstructions } from './live.tsx';
import { SandboxInstructions } from './sandbox.tsx';

/** The request goes to the authority, the certificate comes back. */
export function CertificateStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const { environment, supplier, request } = registration;
  const sandbox = environment === 'sandbox';
  return (
    <StepPage
      props={props}
      slug="certificado"
      heading={t('certificate.heading')}
      lead={t(sandbox ? 'certificate.leadSandbox' : 'certificate.leadLive')}
    >
      {sandbox ? <SandboxInstructions {...props} /> : <LiveInstructions {...props} />}
      <StepForm action={`${basePath}/certificado`} intent="continue">
        {t('certificate.done')}
      </StepForm>
      <More summary={t('certificate.aliasTaken')}>
        <p>{t('certificate.aliasTakenText')}</p>
        <p className="hint">{t('certificate.requestDate', { date: formatDayAndTime(request.createdAt) })}</p>
        <StepForm action={`${basePath}/certificado`} intent="start-again" weight="second">
          {t('certificate.startAgain')}
        </StepForm>
      </More>
      <More summary={t('certificate.requestInvalid')}>
        <p>{t(sandbox ? 'certificate.requestInvalidSandbox' : 'certificate.requestInvalidLive')}</p>
      </More>
      {!sandbox && (
        <More summary={t('certificate.companyMissing')}>
          <p>{t.rich('certificate.companyMissingText', { name: supplier.name })}</p>
        </More>
      )}
      <More summary={t('glossary.csr')}>
        <p>{t('glossary.csrText')}</p>
      </More>
      <More summary={t('glossary.alias')}>
        <p>{t('glossary.aliasText')}</p>
      </More>
    </StepPage>
  );
}
