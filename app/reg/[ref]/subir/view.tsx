import { loginReasons, type RejectionReason } from '#lib/certificates/rejection.ts';
import { linksOf, portalLink, Screens, taxpayerValues } from '../_parts/cards.tsx';
import { FieldMessage, More } from '../_parts/form.tsx';
import { aliasInPortal } from '../_parts/portal.tsx';
import { CheckList, RejectionNotice } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Icon } from '../_parts/tools.tsx';
import { downloadTrip, ResultClosed } from '../certificado/view.tsx';

interface UploadStepProps extends StepProps {
  /** The certificate has just been requested again, so the last rejection is out of date. */
  isRequestedAnew?: boolean;
}

/** Uploads the certificate. The last rejection is shown above the form, and its checks below it. */
export function UploadStep({ isRequestedAnew, ...props }: UploadStepProps) {
  const { registration, t, form } = props;
  const rejection = form || isRequestedAnew ? undefined : rejectionOfUpload(registration);
  const values = { alias: registration.request.alias };
  const sandbox = registration.environment === 'sandbox';
  return (
    <StepPage
      props={props}
      slug="subir"
      heading={t('upload.heading', { environment: registration.environment })}
      lead={t(sandbox ? 'upload.leadSandbox' : 'upload.lead')}
      refused={rejection !== undefined}
    >
      {rejection && (
        <RejectionNotice registration={registration} rejection={rejection} t={t}>
          <p>
            <a href={`#${formId}`}>{t('upload.another')}</a>
          </p>
        </RejectionNotice>
      )}
      {!rejection && <AuthorisedAhead {...props} />}
      {!sandbox && <Download {...props} isOpen={!rejection || hasOtherFile.has(rejection.reason)} />}
      {sandbox ? (
        <>
          <TextForm {...props} />
          <details open={errorOf(props, 'file') !== undefined || rejection !== undefined}>
            <summary>{t('upload.orFile')}</summary>
            <FileForm {...props} />
          </details>
        </>
      ) : (
        <>
          <FileForm {...props} />
          <details open={errorOf(props, 'text') !== undefined}>
            <summary>{t('upload.orText')}</summary>
            <TextForm {...props} />
          </details>
        </>
      )}
      {rejection && <CheckList registration={registration} checks={rejection.checks} t={t} />}
      {sandbox ? (
        <ResultClosed {...props} />
      ) : (
        <More summary={t('upload.lost', { environment: registration.environment })}>
          <p>{t.rich('upload.lostLive', values)}</p>
        </More>
      )}
      {!sandbox && (
        <More summary={t('upload.install')}>
          <p>{t('upload.installText')}</p>
        </More>
      )}
      <More summary={t('glossary.certificate')}>
        <p>{t('glossary.certificateText')}</p>
      </More>
    </StepPage>
  );
}

/**
 * The last rejection of the certificate itself, unless a later step was done. Failed logins belong to the
 * next step.
 */
function rejectionOfUpload({ lastRejection, facts }: StepProps['registration']) {
  if (!lastRejection || loginReasons.includes(lastRejection.reason)) return undefined;
  const { authorisationClaimedAt } = facts;
  return authorisationClaimedAt && authorisationClaimedAt > lastRejection.at ? undefined : lastRejection;
}

/**
 * The portal allows authorizing before the certificate is uploaded. The claim is stored; the upload is still
 * needed.
 */
function AuthorisedAhead({ registration, t }: StepProps) {
  const { facts, certificate } = registration;
  if (!facts.authorisationClaimedAt || certificate) return null;
  return (
    <div className="notice notice-good" role="status">
      <p>
        <Icon name="check" /> {t('upload.authorisedAhead')}
      </p>
    </div>
  );
}

/** Reasons to bring another file from the portal. */
const hasOtherFile = new Set<RejectionReason>([
  'certificate-request',
  'not-a-certificate',
  'private-key',
  'pkcs12',
  'authority-certificate',
  'unknown-issuer',
  'other-key',
  'empty',
]);

/** The screens that give the certificate. Folded away once a file was tried, unless the address asks for them. */
function Download({ isOpen, ...props }: StepProps & { isOpen: boolean }) {
  const { t } = props;
  const { screens } = downloadTrip(props);
  const isAsked = screens.some(({ id }) => id === props.card);
  return (
    <details className="download-card" open={isOpen || isAsked} id="descargar">
      <summary>{t('upload.notYet')}</summary>
      {portalLink(props)}
      <p className="hint">{t.rich('upload.whereInPortal', taxpayerValues(props), linksOf(props))}</p>
      <Screens screens={screens} props={props} />
    </details>
  );
}

const errorOf = ({ form }: StepProps, name: 'file' | 'text') =>
  form?.errors.find(({ field }) => field === name)?.message;

/** Element that the notice of a rejection leads to. */
const formId = 'archivo';

/** The script sends the file as soon as it is chosen; without a script there is a button. */
function FileForm(props: StepProps) {
  const { registration, basePath, t } = props;
  const hint = registration.environment === 'sandbox' ? 'upload.fileHintSandbox' : 'upload.fileHintLive';
  const error = errorOf(props, 'file');
  return (
    <form
      method="post"
      action={`${basePath}/subir`}
      encType="multipart/form-data"
      className="fields"
      id={formId}
      data-send-chosen={t('upload.checking', { name: '{name}' })}
    >
      <div className={error ? 'field field-bad' : 'field'}>
        <label htmlFor="file">{t('upload.file')}</label>
        <p className="hint" id="file-ayuda">
          {t.rich(hint, { alias: aliasInPortal(registration) })}
        </p>
        {error && <FieldMessage name="file" message={error} t={t} />}
        <div className="drop" data-drop={t('upload.drop')} data-choose={t('upload.choose')}>
          <input
            type="file"
            id="file"
            name="file"
            aria-describedby={error ? 'file-ayuda file-error' : 'file-ayuda'}
            aria-invalid={error ? true : undefined}
          />
          <button type="submit" className="button">
            {t('upload.send')}
          </button>
        </div>
      </div>
    </form>
  );
}

function TextForm(props: StepProps) {
  const { basePath, t } = props;
  const error = errorOf(props, 'text');
  return (
    <form method="post" action={`${basePath}/subir`} encType="multipart/form-data" className="fields">
      <div className={error ? 'field field-bad' : 'field'}>
        <label htmlFor="text">{t('upload.text')}</label>
        <p className="hint" id="text-ayuda">
          {t.rich('upload.textHint')}
        </p>
        {error && <FieldMessage name="text" message={error} t={t} />}
        <textarea
          id="text"
          name="text"
          rows={6}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={error ? 'text-ayuda text-error' : 'text-ayuda'}
          aria-invalid={error ? true : undefined}
        />
      </div>
      <p className="next">
        <button type="submit" className="button">
          {t('upload.send')}
        </button>
      </p>
    </form>
  );
}
