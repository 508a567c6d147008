import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { Choice, Field } from '../_parts/form.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { Icon } from '../_parts/tools.tsx';
import { delegates } from '../flow.ts';

type DetailsProps = StepProps & {
  /** Data from the authority's register, if it could be queried. */
  taxpayer?: Taxpayer | undefined;
};

/** Asks for the name, the address for expiry warnings, and whether they sell abroad. The known CUIT is not asked for again (WCAG 3.3.7). */
export function DetailsStep({ taxpayer, ...props }: DetailsProps) {
  const { registration, basePath, t, form } = props;
  const { supplier, noticeEmail, documentEmail, accountHolder } = registration;
  return (
    <StepPage props={props} slug="datos" heading={t('details.heading')}>
      {taxpayer?.state === 'inactive' && (
        <div className="notice notice-wait">
          <p>
            <Icon name="note" /> {t('details.inactive')}
          </p>
        </div>
      )}
      <form method="post" action={`${basePath}/datos`} className="fields" noValidate>
        {taxpayer?.name ? (
          <OnRecord {...props} taxpayer={taxpayer} />
        ) : (
          <Field
            name="name"
            label={t('details.name')}
            hint={t('details.nameHint')}
            form={form}
            initial={supplier.name}
            t={t}
            input={{ autoComplete: 'organization', maxLength: 200, required: true }}
          />
        )}
        <dl className="fixed">
          <dt>{t('details.cuit')}</dt>
          <dd className="fixed-value">{formatCuit(supplier.cuit)}</dd>
          <dd className="hint">{t('details.cuitHint', { holder: accountHolder.name })}</dd>
        </dl>
        <Field
          name="email"
          label={t('details.email')}
          hint={t('details.emailHint', { way: delegates(registration) ? 'delegation' : 'certificate' })}
          form={form}
          initial={noticeEmail ?? documentEmail}
          t={t}
          input={{ type: 'email', autoComplete: 'email', required: true, spellCheck: false }}
        />
        {accountHolder.asksForExports && (
          <Choice
            name="exports"
            legend={t('details.exports')}
            hint={t('details.exportsHint', { environment: registration.environment })}
            value={form?.values.exports ?? (registration.services.includes('wsfex') ? 'yes' : 'no')}
            options={[
              { value: 'no', label: t('details.exportsNo') },
              { value: 'yes', label: t('details.exportsYes') },
            ]}
          />
        )}
        <p className="next">
          <button type="submit" className="button">
            {t('details.save')}
          </button>
        </p>
      </form>
    </StepPage>
  );
}

/** The supplier's name beside the register's, to reveal a wrong CUIT. The register's name is not taken over. */
function OnRecord({ registration, basePath, t, taxpayer }: StepProps & { taxpayer: Taxpayer }) {
  const { street, locality, province } = taxpayer.address ?? {};
  const address = [street, locality, province].filter(Boolean).join(', ');
  return (
    <dl className="fixed">
      <dt>{t('details.name')}</dt>
      <dd>
        <strong>{registration.supplier.name}</strong>{' '}
        <a href={`${basePath}/datos?nombre`}>{t('details.otherName')}</a>
      </dd>
      <dt>{t('details.inRegister')}</dt>
      <dd>
        <strong>{taxpayer.name}</strong>
      </dd>
      {taxpayer.vat && <dd>{t(`details.vat.${taxpayer.vat.status}`)}</dd>}
      {address && <dd>{address}</dd>}
      <dd className="hint">{t('details.onRecord')}</dd>
    </dl>
  );
}
