import { Field } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { SidePage } from '../_parts/side-page.tsx';
import type { StepProps } from '../_parts/step-page.tsx';

/** To whom, and what they will see and do: said before it is done. */
export function HandOverPage(props: StepProps) {
  const { registration, basePath, t, form } = props;
  const { environment } = registration;
  const email = { type: 'email', autoComplete: 'off', spellCheck: false } as const;
  return (
    <SidePage props={props} page="contador" heading={t('handOver.heading')} lead={t('handOver.lead')}>
      <ul className="plain scope">
        <li>
          <Icon name="check" />
          <span>{t('handOver.may', { environment })}</span>
        </li>
        <li>
          <Icon name="cross" />
          <span>{t('handOver.mayNot')}</span>
        </li>
        <li>
          <Icon name="shield" />
          <span>{t('handOver.safe')}</span>
        </li>
      </ul>
      <form method="post" action={`${basePath}/contador`} className="fields" noValidate>
        <Field
          name="name"
          label={t('handOver.name')}
          hint={t('handOver.nameHint')}
          form={form}
          t={t}
          input={{ autoComplete: 'off', maxLength: 80, required: true }}
        />
        <Field
          name="email"
          label={t('handOver.email')}
          hint={t('handOver.emailHint')}
          form={form}
          t={t}
          input={email}
        />
        <Field
          name="whatsapp"
          label={t('handOver.whatsapp')}
          hint={t('handOver.whatsappHint')}
          form={form}
          t={t}
          input={{ type: 'tel', autoComplete: 'off', maxLength: 40 }}
        />
        <p className="next">
          <button type="submit" className="button">
            {t('handOver.submit')}
          </button>
        </p>
      </form>
    </SidePage>
  );
}
