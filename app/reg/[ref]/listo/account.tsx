import type { z } from 'zod';
import { transferSystems } from '#lib/documents/invoice/credit-invoice.ts';
import { type CreditAccount, canAddCreditAccount } from '#lib/registrations/credit-account.ts';
import {
  Choice,
  ErrorSummary,
  Field,
  type FieldError,
  FieldMessage,
  type FormState,
} from '../_parts/form.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { Icon } from '../_parts/tools.tsx';

/** Element that the page scrolls to after the account was stored. */
export const accountAnchor = 'cuenta';

type Code = 'cbu-invalid' | 'alias-invalid' | 'system-missing';

export const fieldErrors = (error: z.ZodError<CreditAccount>, t: Texts): FieldError[] =>
  error.issues.map(({ path, message }) => ({
    field: String(path[0]),
    message: t(`account.${message as Code}`),
  }));

type AccountProps = Pick<StepProps, 'registration' | 'basePath' | 't'> & { form?: FormState | undefined };

/** The account for credit invoices (FCE), asked only of who opens this section. */
export function Account({ registration, basePath, t, form }: AccountProps) {
  if (registration.hasCreditAccount) {
    return (
      <p id={accountAnchor} tabIndex={-1}>
        <Icon name="check" /> {t('account.stored', { holder: registration.accountHolder.name })}
      </p>
    );
  }
  if (!canAddCreditAccount(registration)) return null;
  const systemError = form?.errors.find(({ field }) => field === 'system')?.message;
  return (
    <details id={accountAnchor} open={form !== undefined}>
      <summary>{t('account.summary')}</summary>
      <div className="details-body">
        {form && <ErrorSummary errors={form.errors} t={t} />}
        <p>{t('account.why')}</p>
        <form method="post" action={`${basePath}/cuenta`} noValidate>
          <Field
            name="cbu"
            label={t('account.cbu')}
            hint={t('account.cbuHint')}
            form={form}
            t={t}
            input={{ inputMode: 'numeric', maxLength: 50, required: true, autoComplete: 'off' }}
          />
          <Field
            name="alias"
            label={t('account.alias')}
            form={form}
            t={t}
            input={{ maxLength: 20, autoComplete: 'off', autoCapitalize: 'none' }}
          />
          <div id="system">
            {systemError && <FieldMessage name="system" message={systemError} t={t} />}
            <Choice
              name="system"
              legend={t('account.system')}
              hint={t('account.systemHint')}
              value={form?.values.system}
              options={transferSystems.map((value) => ({
                value,
                label: t(`account.systems.${value}`),
              }))}
            />
          </div>
          <button type="submit" className="button button-second">
            {t('account.save')}
          </button>
        </form>
      </div>
    </details>
  );
}
