'use client';

import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import type { ActionFailure } from '#console/_action.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { saveSettings } from '../actions.ts';
import { ColourField, colourOf } from './colour-field.tsx';
import { ContactFields } from './contact-fields.tsx';
import { LogoField } from './logo-field.tsx';
import { MailFields } from './mail-fields.tsx';
import { OwnTextFields } from './own-text-fields.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { type ChosenLogo, changeTo, type Settings } from './settings.ts';
import { useTypedEarly } from './use-typed-early.ts';
import { type PreviewFrame, WizardPreview } from './wizard-preview.tsx';

interface SettingsFormProps {
  workspace: string;
  initial: Settings;
  /** The picture that is there, as a data URI. */
  initialLogo: string | null;
  /** The workspace's own, where nothing else is given. */
  defaults: { name: string; email?: string };
  preview: PreviewFrame;
}

export function SettingsForm({ workspace, initial, initialLogo, defaults, preview }: SettingsFormProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const form = useForm<Settings>({ initialValues: initial });
  const { run, pending, failure } = useConsoleAction(saveSettings.bind(null, workspace), form);
  const root = useRef<HTMLFormElement>(null);
  useTypedEarly(root, (path, typed) => form.setFieldValue(path, typed));
  const [logo, setLogo] = useState<ChosenLogo>();
  const shownLogo = logo === undefined ? initialLogo : logo;
  const chooseLogo = (chosen: ChosenLogo) => {
    setLogo(chosen);
    form.clearFieldError('wizard.logo');
  };

  const save = form.onSubmit((settings) =>
    run(
      changeTo(settings, logo),
      () => notifications.show({ message: t('saved'), color: 'green' }),
      ({ fields }) => {
        const marked = plainName(fields);
        form.setErrors(marked);
        // The topmost on the page, in whatever order they are told.
        const places = root.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
        [...places].find(({ dataset }) => dataset.path && dataset.path in marked)?.focus();
      },
    ),
  );
  /** What each field takes is one sentence; the verb's own words are for callers of the API. */
  const plainName = (fields: ActionFailure['fields']) =>
    Object.fromEntries(
      Object.entries(fields).map(([path, message]) => {
        if (path.startsWith('embedOrigins')) return ['embedOrigins', t('faults.embedOrigins')];
        if (path.startsWith('reminderDays')) return ['reminders.days', t('faults.reminderDays')];
        const isTooLight = path === 'wizard.colour' && colourOf(form.values.wizard.colour);
        const key = `faults.${path.replaceAll('.', '-')}${isTooLight ? '-light' : ''}` as 'faults.returnUrl';
        return [path, t.has(key) ? t(key) : message];
      }),
    );

  return (
    <form ref={root} onSubmit={save} className="settings" noValidate>
      <fieldset className="sheet sheet-text">
        <legend>{t('looks')}</legend>
        <p className="hint">{t('looksText')}</p>
        <div className="settings-columns">
          <div className="settings-fields">
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              placeholder={defaults.name}
              maxLength={100}
              {...form.getInputProps('wizard.name')}
            />
            <LogoField shown={shownLogo} onChange={chooseLogo} error={form.errors['wizard.logo']} />
            <ColourField {...form.getInputProps('wizard.colour')} />
            <OwnTextFields form={form} of="greeting" />
          </div>
          <WizardPreview
            frame={preview}
            name={form.values.wizard.name.trim() || defaults.name}
            logo={shownLogo}
            colour={form.values.wizard.colour}
            greeting={form.values.wizard.greeting.es.trim()}
          />
        </div>
      </fieldset>
      <ContactFields form={form} defaultEmail={defaults.email} />
      <MailFields
        form={form}
        defaults={{
          name: form.values.wizard.name.trim() || defaults.name,
          email: form.values.contact.email.trim() || defaults.email,
        }}
      />
      <ReminderFields form={form} />
      <fieldset className="sheet sheet-text">
        <legend>{t('registrations')}</legend>
        <div className="settings-fields">
          <NumberInput
            label={t('days')}
            description={t('daysHint')}
            placeholder="30"
            min={1}
            max={365}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('linkLifetimeDays')}
            onChange={(value) => form.setFieldValue('linkLifetimeDays', String(value))}
          />
          <TextInput
            label={t('alias')}
            description={t('aliasHint', { example: `${form.values.aliasPrefix || 'alta'}7k2mp` })}
            placeholder="alta"
            maxLength={25}
            {...form.getInputProps('aliasPrefix')}
          />
          <TextInput
            type="url"
            label={t('returnUrl')}
            description={t('returnUrlHint')}
            placeholder="https://"
            maxLength={2_000}
            {...form.getInputProps('returnUrl')}
          />
          <Textarea
            label={t('embedOrigins')}
            description={t('embedOriginsHint')}
            placeholder="https://"
            rows={2}
            maxLength={6_100}
            {...form.getInputProps('embedOrigins')}
          />
        </div>
      </fieldset>
      <Failure of={failure} />
      <div className="settings-end">
        <Button type="submit" loading={pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
