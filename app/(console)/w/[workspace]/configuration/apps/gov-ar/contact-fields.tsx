'use client';

import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import type { Settings } from './settings.ts';

interface ContactFieldsProps {
  form: UseFormReturnType<Settings>;
  defaultEmail: string | undefined;
}

/** Whom a supplier turns to; on every page of the wizard. */
export function ContactFields({ form, defaultEmail }: ContactFieldsProps) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <fieldset className="sheet sheet-text">
      <legend>{t('contact')}</legend>
      <p className="hint">{t('contactText')}</p>
      <div className="settings-columns">
        <TextInput
          label={t('contactName')}
          description={t('contactNameHint')}
          maxLength={100}
          {...form.getInputProps('contact.name')}
        />
        <TextInput
          type="email"
          label={t('email')}
          description={t('emailHint')}
          placeholder={defaultEmail}
          maxLength={254}
          {...form.getInputProps('contact.email')}
        />
        <TextInput
          type="tel"
          label={t('phone')}
          description={t('phoneHint')}
          maxLength={30}
          {...form.getInputProps('contact.phone')}
        />
        <TextInput
          type="tel"
          label={t('whatsapp')}
          description={t('whatsappHint')}
          maxLength={30}
          {...form.getInputProps('contact.whatsapp')}
        />
      </div>
    </fieldset>
  );
}
