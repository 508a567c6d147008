import { Field } from '../_parts/form.tsx';
import { formatCuit } from '../_parts/gaps.ts';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';

/** The name and where to warn of expiry. The CUIT is known and never asked for again (WCAG 3.3.7). */
export function DetailsStep(props: StepProps) {
  const { registration, basePath, t, form } = props;
  const { supplier, noticeEmail, accountHolder } = registration;
  return (
    <StepPage props={props} slug="datos" heading={t('details.heading')}>
      <form method="post" action={`${basePath}/datos`} className="fields" noValidate>
        <Field
          name="name"
          label={t('details.name')}
          hint={t('details.nameHint')}
          form={form}
          initial={supplier.name}
          t={t}
          input={{ autoComplete: 'organization', maxLength: 200, required: true }}
        />
        <dl className="fixed">
          <dt>{t('details.cuit')}</dt>
          <dd className="fixed-value">{formatCuit(supplier.cuit)}</dd>
          <dd className="hint">{t('details.cuitHint', { holder: accountHolder.name })}</dd>
        </dl>
        <Field
          name="email"
          label={t('details.email')}
          hint={t('details.emailHint')}
          form={form}
          initial={noticeEmail}
          t={t}
          input={{ type: 'email', autoComplete: 'email', required: true, spellCheck: false }}
        />
        <p className="next">
          <button type="submit" className="button">
            {t('details.save')}
          </button>
        </p>
      </form>
    </StepPage>
  );
}
