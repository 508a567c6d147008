import { formatDayAndTime } from '#lib/i18n.ts';
import { More, StepForm } from '../_parts/form.tsx';
import type { StepProps } from '../_parts/step-page.tsx';

/** What the portal may say to alias and request, each with its way out. */
export function RequestTrouble({ registration, basePath, t }: StepProps) {
  const { environment, intent, request } = registration;
  const sandbox = environment === 'sandbox';
  return (
    <>
      {intent === 'register' && (
        <More summary={t('certificate.aliasTaken')}>
          <p>{t('certificate.aliasTakenText')}</p>
          <p className="hint">
            {t('certificate.requestDate', { date: formatDayAndTime(request.createdAt) })}
          </p>
          <AnotherAlias basePath={basePath} t={t} />
        </More>
      )}
      <More summary={t('certificate.requestInvalid')}>
        <p>{t(sandbox ? 'certificate.requestInvalidSandbox' : 'certificate.requestInvalidLive')}</p>
      </More>
    </>
  );
}

/** The sandbox shows a certificate once; who closed that screen begins again under another alias. */
export function ResultClosed({ registration, basePath, t }: StepProps) {
  return (
    <More summary={t('upload.lost', { environment: registration.environment })}>
      <p>{t.rich('upload.lostSandbox')}</p>
      {registration.intent === 'register' && <AnotherAlias basePath={basePath} t={t} />}
    </More>
  );
}

/** Another alias with its own request: for who can not use the first, or has lost what came of it. */
function AnotherAlias({ basePath, t }: Pick<StepProps, 'basePath' | 't'>) {
  return (
    <StepForm action={`${basePath}/certificado`} intent="start-again" weight="second">
      {t('certificate.startAgain')}
    </StepForm>
  );
}
