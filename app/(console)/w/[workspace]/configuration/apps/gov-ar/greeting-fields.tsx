'use client';

import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import type { Settings } from './settings.ts';

const most = 300;

/** The account holder's own words, in each of the wizard's languages. */
export function GreetingFields({ form }: { form: UseFormReturnType<Settings> }) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <>
      <Textarea
        label={t('greetingEs')}
        description={t('greetingEsHint')}
        lang="es-AR"
        maxLength={most}
        rows={3}
        {...form.getInputProps('wizard.greeting.es')}
      />
      <Textarea
        label={t('greetingEn')}
        description={t('greetingEnHint')}
        lang="en"
        maxLength={most}
        rows={3}
        {...form.getInputProps('wizard.greeting.en')}
      />
    </>
  );
}
