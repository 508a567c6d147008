import { loginReasons } from '#lib/certificates/rejection.ts';
import { CheckList } from '../_parts/check-list.tsx';
import { FieldMessage } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { More } from '../_parts/instruction.tsx';
import { RejectionNotice } from '../_parts/rejection.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

/** The last rejection stays until the next try; its list of checks does not push the form out of sight. */
export function UploadStep(props: StepProps) {
  const { registration, t } = props;
  const { environment, request } = registration;
  const rejection = rejectionOfUpload(registration);
  const { alias } = request;
  const sandbox = environment === 'sandbox';
  return (
    <StepPage
      props={props}
      slug="subir"
      heading={t('upload.heading')}
      lead={t('upload.lead')}
      refused={rejection !== undefined}
    >
      {rejection && <RejectionNotice registration={registration} rejection={rejection} t={t} />}
      <UploadForm {...props} />
      {rejection && <CheckList registration={registration} checks={rejection.checks} t={t} />}
      <More summary={t('upload.lost')}>
        <p>{t.rich(sandbox ? 'upload.lostSandbox' : 'upload.lostLive', { alias })}</p>
      </More>
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

/** What was wrong with the certificate itself; what its login still lacks is the next step's matter. */
function rejectionOfUpload({ lastRejection }: StepProps['registration']) {
  return lastRejection && !loginReasons.includes(lastRejection.reason) ? lastRejection : undefined;
}

/** Two equal ways in; first the one in which this environment's portal hands the certificate over. */
function UploadForm(props: StepProps) {
  const { registration, basePath, t } = props;
  const gaveText = registration.environment === 'sandbox';
  return (
    <form method="post" action={`${basePath}/subir`} encType="multipart/form-data" className="fields">
      {gaveText && <TextField label={t('upload.text')} t={t} />}
      <FileField {...props} label={t(gaveText ? 'upload.fileSecond' : 'upload.file')} />
      {!gaveText && <TextField label={t('upload.textSecond')} t={t} />}
      <p className="next">
        <button type="submit" className="button">
          {t('upload.send')}
        </button>
      </p>
    </form>
  );
}

function FileField({ registration, t, form, label }: StepProps & { label: string }) {
  const { environment, request } = registration;
  const hint = environment === 'sandbox' ? 'upload.fileHintSandbox' : 'upload.fileHintLive';
  const error = form?.errors.find(({ field }) => field === 'file')?.message;
  return (
    <div className={error ? 'field field-bad' : 'field'}>
      <label htmlFor="file">{label}</label>
      <p className="hint" id="file-ayuda">
        {t.rich(hint, { alias: request.alias })}
      </p>
      {error && <FieldMessage name="file" message={error} t={t} />}
      <div
        className="drop"
        data-drop={t('upload.drop')}
        data-choose={t('upload.choose')}
        data-chosen={t('upload.chosen', { name: '{name}' })}
      >
        <Icon name="file" />
        <input
          type="file"
          id="file"
          name="file"
          aria-describedby={error ? 'file-ayuda file-error' : 'file-ayuda'}
          aria-invalid={error ? true : undefined}
        />
      </div>
    </div>
  );
}

function TextField({ label, t }: { label: string; t: Texts }) {
  return (
    <div className="field">
      <label htmlFor="text">{label}</label>
      <p className="hint" id="text-ayuda">
        {t.rich('upload.textHint')}
      </p>
      <textarea
        id="text"
        name="text"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        aria-describedby="text-ayuda"
      />
    </div>
  );
}
