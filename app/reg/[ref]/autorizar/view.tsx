import { loginReasons } from '#lib/certificates/rejection.ts';
import { formatDay } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Cards, linksOf } from '../_parts/cards.tsx';
import { CheckList, passedChecks } from '../_parts/check-list.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import { RejectionNotice } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Watch } from '../_parts/watch.tsx';
import { liveCards } from './live.tsx';
import { sandboxCards } from './sandbox.tsx';

export const authoriseCards = (props: StepProps) =>
  props.registration.environment === 'sandbox' ? sandboxCards(props) : liveCards(props);

/** The relation between the certificate and the invoicing service. The page finds out by itself that it is there. */
export function AuthoriseStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const received = registration.certificate !== undefined;
  return (
    <StepPage
      props={props}
      slug="autorizar"
      heading={t('authorise.heading')}
      refreshSeconds={received ? 60 : undefined}
    >
      <CertificateStatus {...props} />
      <Cards props={props} slug="autorizar" cards={authoriseCards(props)}>
        <StepForm action={`${basePath}/autorizar`}>{t('authorise.check')}</StepForm>
      </Cards>
      <More summary={t('authorise.mistakes')}>
        <p>{t('authorise.wait')}</p>
        <Mistakes {...props} />
      </More>
      {received && (
        <More summary={t('checks.heading')}>
          <CheckList
            registration={registration}
            checks={rejectionOfLogin(registration)?.checks ?? passedChecks(registration)}
            t={t}
          />
        </More>
      )}
    </StepPage>
  );
}

/** Good news first: the certificate passed; then, after a try, what the authority still misses. */
function CertificateStatus(props: StepProps) {
  const { registration, t } = props;
  const { certificate, supplier, proof, environment } = registration;
  if (certificate === undefined) return environment === 'sandbox' ? <PasteFirst {...props} /> : null;
  const rejection = rejectionOfLogin(registration);
  const isWrong = rejection?.reason === 'cuit-not-represented' || proof.givenUpAt !== undefined;
  if (rejection !== undefined && isWrong) {
    return (
      <RejectionNotice registration={registration} rejection={rejection} t={t} tone="wait">
        {proof.givenUpAt && <p>{t('authorise.gaveUp')}</p>}
        {proof.givenUpAt && <Mistakes {...props} />}
        <Watch props={props}>{t('authorise.watching')}</Watch>
      </RejectionNotice>
    );
  }
  return (
    <div className="notice notice-good first-card-only">
      <h2>
        <Icon name="check" />
        {t('authorise.received')}
      </h2>
      <p>
        {t.rich('authorise.receivedText', { date: formatDay(certificate.notAfter), name: supplier.name })}
      </p>
      <Watch props={props}>{t('authorise.watching')}</Watch>
    </div>
  );
}

/** The sandbox shows a certificate once: who goes on in its menu without it has to begin again. */
function PasteFirst(props: StepProps) {
  return (
    <p className="trap first-card-only">
      <Icon name="note" />
      <span>{props.t.rich('authorise.pasteFirst', {}, linksOf(props))}</span>
    </p>
  );
}

/** What the login still lacks; a later upload that was refused does not take away from the certificate that stands. */
function rejectionOfLogin({ lastRejection }: Registration) {
  return lastRejection && loginReasons.includes(lastRejection.reason) ? lastRejection : undefined;
}

function Mistakes({ registration, t }: StepProps) {
  const { environment, supplier } = registration;
  const values = { alias: aliasInPortal(registration), name: supplier.name, cuit: supplier.cuit };
  const keys =
    environment === 'sandbox'
      ? (['authorise.mistakeAliasSandbox', 'authorise.mistakeServiceSandbox'] as const)
      : (['authorise.mistakeService', 'authorise.mistakeComputer', 'authorise.mistakeCompany'] as const);
  return (
    <ul>
      {keys.map((key) => (
        <li key={key}>{t.rich(key, values)}</li>
      ))}
    </ul>
  );
}
