import type { PaperData } from '#lib/documents/invoice/paper-data.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { Field } from '../_parts/form.tsx';
import { SidePage } from '../_parts/side-page.tsx';
import type { StepProps } from '../_parts/step-page.tsx';

type PaperDataProps = StepProps & {
  /** Data before the supplier types, with the address in the register. */
  stored?: PaperData | undefined;
};

/** Asks for the data that printed invoices need. Every field may stay empty. */
export function PaperDataPage({ stored, ...props }: PaperDataProps) {
  const { registration, basePath, t, form, now } = props;
  const field = (name: keyof PaperData) => ({ name, form, initial: stored?.[name], t });
  const activitySince = stored?.activitySince ?? '';
  const hasAddress = !registration.paperGaps.includes('issuer-address');
  return (
    <SidePage props={props} page="factura" heading={t('paperData.heading')} lead={t('paperData.lead')}>
      <form method="post" action={`${basePath}/factura`} className="fields" noValidate>
        <Field
          {...field('grossIncome')}
          label={t('paperData.grossIncome')}
          hint={t('paperData.grossIncomeHint')}
          input={{ autoComplete: 'off', maxLength: 50 }}
        />
        <Field
          {...field('activitySince')}
          initial={/^\d{4}-\d{2}-\d{2}$/.test(activitySince) ? activitySince : ''}
          label={t('paperData.activitySince')}
          hint={t('paperData.activitySinceHint')}
          input={{ type: 'date', autoComplete: 'off', max: buenosAiresDay(now) }}
        />
        <section aria-labelledby="domicilio">
          <h2 id="domicilio">{t('paperData.address')}</h2>
          <p className="hint">
            {t(hasAddress || !stored?.street ? 'paperData.addressHint' : 'paperData.fromRegister')}
          </p>
          <Field
            {...field('street')}
            label={t('paperData.street')}
            input={{ autoComplete: 'address-line1', maxLength: 150 }}
          />
          <Field
            {...field('locality')}
            label={t('paperData.locality')}
            input={{ autoComplete: 'address-level2', maxLength: 80 }}
          />
          <Field
            {...field('region')}
            label={t('paperData.region')}
            input={{ autoComplete: 'address-level1', maxLength: 80 }}
          />
          <Field
            {...field('postalCode')}
            label={t('paperData.postalCode')}
            input={{ autoComplete: 'postal-code', maxLength: 8 }}
          />
        </section>
        <p className="next">
          <button type="submit" className="button">
            {t('paperData.save')}
          </button>
        </p>
      </form>
      <p>
        <a href={basePath}>{t('paperData.later')}</a>
      </p>
    </SidePage>
  );
}
