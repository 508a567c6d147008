import type { ReactNode } from 'react';
import type { Taxpayer } from '#lib/arca/taxpayers-register.ts';
import { formatCuit, isCompany } from '#lib/documents/cuit.ts';
import type { CuitAnswer } from '#lib/registrations/cuit-check.ts';
import { cuitDoubtOf } from '#lib/registrations/cuit-doubt.ts';
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
  const kind = isCompany(supplier.cuit) ? 'company' : 'person';
  return (
    <StepPage props={props} slug="datos" heading={t('details.heading')}>
      {taxpayer?.state === 'inactive' && (
        <div className="notice notice-wait">
          <p>
            <Icon name="note" /> {t('details.inactive')}
          </p>
        </div>
      )}
      {cuitDoubtOf(registration) === 'unknown' && <UnknownCuit {...props} />}
      <form method="post" action={`${basePath}/datos`} className="fields" noValidate>
        {taxpayer?.name ? (
          <OnRecord {...props} taxpayer={taxpayer} />
        ) : (
          <Field
            name="name"
            label={t('details.name', { kind })}
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

/** Asks whether the register's name, which clearly differs, belongs to the supplier: if not, the CUIT is wrong. */
export function CuitQuestion(props: StepProps) {
  const { registration, t } = props;
  const { supplier, accountHolder, namesAtAuthority, facts } = registration;
  const kind = isCompany(supplier.cuit) ? 'company' : 'person';
  const values = {
    kind,
    holder: accountHolder.name,
    cuit: formatCuit(supplier.cuit),
    // Once the details are confirmed, the name in the entry may be the supplier's own.
    by: facts.detailsConfirmedAt === undefined ? 'holder' : 'supplier',
  };
  return (
    <StepPage props={props} slug="datos" heading={t('details.question.heading', { kind })}>
      <dl className="fixed">
        <dt>{t('details.question.atAuthority', values)}</dt>
        <dd>
          <strong>{namesAtAuthority[supplier.cuit]}</strong>
        </dd>
        <dt>{t('details.question.atHolder', values)}</dt>
        <dd>
          <strong>{supplier.name}</strong>
        </dd>
      </dl>
      <p className="hint">{t('details.question.hint', values)}</p>
      <CuitForm props={props} answer="right" weight="main">
        {t('details.question.yes', { kind })}
      </CuitForm>
      <CuitForm props={props} answer="wrong" weight="second">
        {t('details.question.no')}
      </CuitForm>
      <p className="hint">{t('details.question.noHint', values)}</p>
    </StepPage>
  );
}

/** Shown after the CUIT was reported as wrong, until the account holder has corrected it or the supplier takes it back. */
export function CuitReported(props: StepProps) {
  const { registration, t } = props;
  const { supplier, accountHolder } = registration;
  const values = { holder: accountHolder.name, cuit: formatCuit(supplier.cuit) };
  return (
    <StepPage props={props} slug="datos" heading={t('details.reported.heading', values)}>
      <div className="notice notice-wait" role="status">
        <p>
          <Icon name="note" /> {t.rich('details.reported.text', values)}
        </p>
      </div>
      <CuitForm props={props} answer="right" weight="second">
        {t('details.reported.undo')}
      </CuitForm>
    </StepPage>
  );
}

/** The register has nobody with the CUIT. The supplier may go on, since the register lags. */
function UnknownCuit(props: StepProps) {
  const { registration, t } = props;
  const { supplier, accountHolder } = registration;
  const values = { holder: accountHolder.name, cuit: formatCuit(supplier.cuit) };
  return (
    <div className="notice notice-wait">
      <p>
        <Icon name="note" /> {t.rich('details.unknown', values)}
      </p>
      <CuitForm props={props} answer="wrong" weight="second">
        {t('details.unknownReport')}
      </CuitForm>
    </div>
  );
}

interface CuitFormProps {
  props: StepProps;
  answer: CuitAnswer;
  weight: 'main' | 'second';
  children: ReactNode;
}

/** A form with one answer, so that each is a button that needs no script. */
function CuitForm({ props, answer, weight, children }: CuitFormProps) {
  return (
    <form method="post" action={`${props.basePath}/datos`} className="next">
      <button
        type="submit"
        className={weight === 'main' ? 'button' : 'button button-second'}
        name="cuit"
        value={answer}
      >
        {children}
      </button>
    </form>
  );
}

/** The supplier's name beside the register's, to reveal a wrong CUIT. The register's name is not taken over. */
function OnRecord({ registration, basePath, t, taxpayer }: StepProps & { taxpayer: Taxpayer }) {
  const kind = isCompany(registration.supplier.cuit) ? 'company' : 'person';
  const { street, locality, province } = taxpayer.address ?? {};
  const address = [street, locality, province].filter(Boolean).join(', ');
  return (
    <dl className="fixed">
      <dt>{t('details.inRegister', { kind })}</dt>
      <dd>
        <strong>{taxpayer.name}</strong>
      </dd>
      {taxpayer.vat && <dd>{t(`details.vat.${taxpayer.vat.status}`)}</dd>}
      {address && <dd>{address}</dd>}
      <dt>{t('details.nameUsed', { holder: registration.accountHolder.name })}</dt>
      <dd>
        {registration.supplier.name}{' '}
        <a className="nowrap" href={`${basePath}/datos?nombre`}>
          {t('details.otherName')}
        </a>
      </dd>
      <dd className="hint">{t('details.namesMayDiffer')}</dd>
    </dl>
  );
}
