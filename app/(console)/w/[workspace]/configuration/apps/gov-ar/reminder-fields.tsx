'use client';

import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { OwnTextFields } from './own-text-fields.tsx';
import type { Settings } from './settings.ts';

/** Whether suppliers are reminded by themselves, and after how many days. */
export function ReminderFields({ form }: { form: UseFormReturnType<Settings> }) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <fieldset className="sheet sheet-text" id="reminders">
      <legend>{t('reminders')}</legend>
      <p className="hint">{t('remindersText')}</p>
      <div className="settings-fields">
        <Checkbox label={t('remindersOn')} {...form.getInputProps('reminders.isOn', { type: 'checkbox' })} />
        {form.values.reminders.isOn && (
          <TextInput
            label={t('reminderDays')}
            description={t('reminderDaysHint')}
            placeholder="2, 7, 14"
            maxLength={40}
            {...form.getInputProps('reminders.days')}
          />
        )}
        <OwnTextFields form={form} of="reminder" />
      </div>
    </fieldset>
  );
}
