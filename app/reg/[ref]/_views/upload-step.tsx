import { More } from './act.tsx';
import { CheckList } from './check-list.tsx';
import { FieldMessage } from './field.tsx';
import { Icon } from './icon.tsx';
import { RejectionNotice } from './rejection-notice.tsx';
import { StepPage } from './step-page.tsx';
import type { StepProps } from './step-props.ts';

/** The last rejection stays, with its list of checks, until the next try. */
export function UploadStep(props: StepProps) {
  const { registration, t } = props;
  const { environment, lastRejection, request } = registration;
  const { alias } = request;
  const sandbox = environment === 'sandbox';
  return (
    <StepPage props={props} slug="subir" heading={t('upload.heading')} lead={t('upload.lead')}>
      {lastRejection && (
        <>
          <RejectionNotice registration={registration} rejection={lastRejection} t={t} />
          <CheckList registration={registration} checks={lastRejection.checks} t={t} />
        </>
      )}
      <UploadForm {...props} />
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

function UploadForm({ registration, basePath, t, form }: StepProps) {
  const { environment, request } = registration;
  const fileHint = environment === 'sandbox' ? 'upload.fileHintSandbox' : 'upload.fileHintLive';
  const error = form?.errors.find(({ field }) => field === 'file')?.message;
  return (
    <form method="post" action={`${basePath}/subir`} encType="multipart/form-data" className="fields">
      <div className={error ? 'field field-bad' : 'field'}>
        <label htmlFor="file">{t('upload.file')}</label>
        <p className="hint" id="file-ayuda">
          {t.rich(fileHint, { alias: request.alias })}
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
      <div className="field">
        <label htmlFor="text">{t('upload.text')}</label>
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
      <p className="next">
        <button type="submit" className="button">
          {t('upload.send')}
        </button>
      </p>
    </form>
  );
}
