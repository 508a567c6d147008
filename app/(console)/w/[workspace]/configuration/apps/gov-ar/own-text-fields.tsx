'use client';

import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import type { Settings } from './settings.ts';

const most = 300;

interface OwnTextFieldsProps {
  form: UseFormReturnType<Settings>;
  of: 'greeting' | 'reminder';
}

const pathOf = { greeting: 'wizard.greeting', reminder: 'mail.reminder' } as const;

/** The account holder's own text, in each of the wizard's languages. */
export function OwnTextFields({ form, of }: OwnTextFieldsProps) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <>
      <Textarea
        label={t(`${of}Es`)}
        description={t(`${of}EsHint`)}
        lang="es-AR"
        maxLength={most}
        rows={3}
        {...form.getInputProps(`${pathOf[of]}.es`)}
      />
      <Textarea
        label={t(`${of}En`)}
        description={t(`${of}EnHint`)}
        lang="en"
        maxLength={most}
        rows={3}
        {...form.getInputProps(`${pathOf[of]}.en`)}
      />
    </>
  );
}
