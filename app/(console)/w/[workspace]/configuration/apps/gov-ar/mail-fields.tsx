'use client';

import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import type { Settings } from './settings.ts';

interface MailFieldsProps {
  form: UseFormReturnType<Settings>;
  /** What it is where nothing is given. */
  defaults: { name: string; email: string | undefined };
}

/** From whom a supplier's mails are, and who reads the answers. */
export function MailFields({ form, defaults }: MailFieldsProps) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <fieldset className="sheet sheet-text">
      <legend>{t('mails')}</legend>
      <p className="hint">{t('mailsText')}</p>
      <div className="settings-columns">
        <TextInput
          label={t('senderName')}
          description={t('senderNameHint')}
          placeholder={defaults.name}
          maxLength={64}
          {...form.getInputProps('mail.senderName')}
        />
        <TextInput
          type="email"
          label={t('replyTo')}
          description={t('replyToHint')}
          placeholder={defaults.email}
          maxLength={254}
          {...form.getInputProps('mail.replyTo')}
        />
      </div>
    </fieldset>
  );
}
