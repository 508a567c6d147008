'use client';

import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Input,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ActionFailure } from '#console/_action.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { type Tones, tonesOf } from '#lib/wizard-theme.ts';
import { saveSettings } from '../actions.ts';
import { ColourField, colourOf, defaultColour } from './colour-field.tsx';
import { OwnTextFields } from './own-text-fields.tsx';
import { type ChosenLogo, changeTo, type Settings } from './settings.ts';

interface SettingsFormProps {
  workspace: string;
  initial: Settings;
  initialLogo: string | null;
  /** The workspace's values, used where a field is empty. */
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
        // Focuses the topmost field on the page; the faults come in a different order.
        const places = root.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
        [...places].find(({ dataset }) => dataset.path && dataset.path in marked)?.focus();
      },
    ),
  );
  /** Shows one text per field, because the server's messages are written for API clients. */
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
          <Checkbox
            label={t('exports')}
            description={t('exportsHint')}
            {...form.getInputProps('hasExports', { type: 'checkbox' })}
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
      <Group justify="flex-end">
        <Button type="submit" loading={pending}>
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}

interface ContactFieldsProps {
  form: UseFormReturnType<Settings>;
  defaultEmail: string | undefined;
}

/** The contact shown to suppliers on every page of the wizard. */
function ContactFields({ form, defaultEmail }: ContactFieldsProps) {
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

const mostBytes = 65_536;

interface LogoFieldProps {
  /** Data URI; null if there is no logo. */
  shown: string | null;
  onChange: (logo: string | null) => void;
  error: ReactNode;
}

/** A local image, held in the form until it is saved. */
function LogoField({ shown, onChange, error }: LogoFieldProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const [refusal, setRefusal] = useState<string>();
  const forget = useRef<() => void>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > mostBytes) return setRefusal(t('faults.wizard-logo'));
    setRefusal(undefined);
    onChange(await dataUriOf(file));
  };
  const drop = () => {
    forget.current?.();
    setRefusal(undefined);
    onChange(null);
  };
  return (
    <Input.Wrapper label={t('logo')} description={t('logoHint')} error={refusal ?? error} labelElement="div">
      <Group gap="0.75rem">
        {/* biome-ignore lint/performance/noImgElement: a data URI, already in the page */}
        {shown && <img src={shown} alt={t('logoAlt')} className="logo-thumb" />}
        <FileButton accept="image/png,image/jpeg" onChange={take} resetRef={forget}>
          {(props) => (
            <Button {...props} variant="default" data-path="wizard.logo">
              {t(shown ? 'logoReplace' : 'logoChoose')}
            </Button>
          )}
        </FileButton>
        {shown && (
          <Button variant="subtle" onClick={drop}>
            {t('logoRemove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

const dataUriOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

interface MailFieldsProps {
  form: UseFormReturnType<Settings>;
  /** Values used where a field is empty. */
  defaults: { name: string; email: string | undefined };
}

/** Sender name of the suppliers' mails, and the address for replies. */
function MailFields({ form, defaults }: MailFieldsProps) {
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

/** Automatic reminders to suppliers, and after how many days. */
function ReminderFields({ form }: { form: UseFormReturnType<Settings> }) {
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

/**
 * Takes over input typed before the script loaded, which is in the DOM but not in the form's state and would
 * be lost at the next render. Fields are found by the `data-path` that Mantine sets. Checkboxes are skipped:
 * their value is the same, ticked or not.
 */
function useTypedEarly(form: RefObject<HTMLFormElement | null>, take: (path: string, typed: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, before the first re-render
  useLayoutEffect(() => {
    const fields =
      form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        'input[data-path]:not([type=checkbox]), textarea[data-path]',
      ) ?? [];
    for (const field of fields) {
      if (field.value !== field.defaultValue) take(field.dataset.path ?? '', field.value);
    }
  }, []);
}

interface PreviewFrame {
  environment: Environment;
  /** The header's sentence before and after the name. */
  asks: [string, string];
}

interface WizardPreviewProps {
  frame: PreviewFrame;
  name: string;
  logo: string | null;
  colour: string;
  greeting: string;
}

function WizardPreview({ frame, ...looks }: WizardPreviewProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const colour = colourOf(looks.colour);
  const tones = colour ? tonesOf(colour) : defaultTones;
  return (
    <Stack component="section" aria-label={t('preview')}>
      {(['light', 'dark'] as const).map((scheme) => (
        <figure key={scheme} style={{ margin: 0 }}>
          <figcaption className="hint">{t(`previews.${scheme}`)}</figcaption>
          <Head scheme={scheme} tones={tones[scheme]} frame={frame} {...looks} />
        </figure>
      ))}
    </Stack>
  );
}

/** The wizard's colours if none is chosen (public/wizard.css). */
const defaultTones: ReturnType<typeof tonesOf> = {
  light: { accent: defaultColour, accentDeep: '#083f4a', onAccent: '#ffffff', tint: '#e3eff0' },
  dark: { accent: '#7fd0da', accentDeep: '#a5e1e8', onAccent: '#06282e', tint: '#163238' },
};

interface HeadProps extends WizardPreviewProps {
  scheme: 'light' | 'dark';
  tones: Tones;
}

function Head({ scheme, tones, frame: { environment, asks }, name, logo, greeting }: HeadProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const [before, after] = asks;
  const colours = {
    '--wizard-accent': tones.accent,
    '--wizard-accent-deep': tones.accentDeep,
    '--wizard-on-accent': tones.onAccent,
    '--wizard-tint': tones.tint,
  } as CSSProperties;
  return (
    <div className={`wizard-preview wizard-preview-${scheme}`} style={colours}>
      <p className={`wizard-world wizard-world-${environment}`}>{t(`worlds.${environment}`)}</p>
      <div className="wizard-head">
        {/* biome-ignore lint/performance/noImgElement: a data URI, already in the page */}
        {logo && <img src={logo} alt="" className="logo-thumb" />}
        <p lang="es-AR">
          {before}
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {after}
        </p>
      </div>
      {greeting && (
        <p className="wizard-greeting" lang="es-AR">
          {greeting}
        </p>
      )}
      <div className="wizard-body">
        <span className="wizard-button">{t('previewButton')}</span>
        <span className="wizard-link">{t('previewLink')}</span>
        <span className="wizard-tint">{t('previewTint')}</span>
      </div>
    </div>
  );
}
