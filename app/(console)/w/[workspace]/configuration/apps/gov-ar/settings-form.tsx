'use client';

import {
  Badge,
  Button,
  Checkbox,
  FileButton,
  Group,
  Input,
  NumberInput,
  Radio,
  Stack,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ActionFailure } from '#console/_action.ts';
import { Failure } from '#console/_ui/failure.tsx';
import { LeaveGuard } from '#console/_ui/leave-guard.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { saveSettings } from '../actions.ts';
import { ColourField, colourOf } from './colour-field.tsx';
import { OwnTextFields } from './own-text-fields.tsx';
import { type ChosenLogo, changeTo, type Section, type Settings, sectionOf, sections } from './settings.ts';
import { SettingsPreview } from './settings-preview.tsx';

interface SettingsFormProps {
  workspace: string;
  initial: Settings;
  initialLogo: string | null;
  /** The workspace's values, used where a field is empty. */
  defaults: { name: string; email?: string };
  /** The delegate's part, which has its own form. */
  children: ReactNode;
}

/** The settings, a tab for each part, with one Save for all and a preview of the values that are not saved yet. */
export function SettingsForm({ workspace, initial, initialLogo, defaults, children }: SettingsFormProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const form = useForm<Settings>({ initialValues: initial });
  const { run, pending, failure } = useConsoleAction(saveSettings.bind(null, workspace), form);
  const [section, setSection] = useSection();
  const root = useRef<HTMLFormElement>(null);
  useTypedEarly(root, (path, typed) => form.setFieldValue(path, typed));
  const [logo, setLogo] = useState<ChosenLogo>();
  const [savedLogo, setSavedLogo] = useState<ChosenLogo>();
  const shownLogo = logo === undefined ? initialLogo : logo;
  const isDirty = form.isDirty() || logo !== savedLogo;
  const chooseLogo = (chosen: ChosenLogo) => {
    setLogo(chosen);
    form.clearFieldError('wizard.logo');
  };

  const save = form.onSubmit((settings) =>
    run(
      changeTo(settings, logo),
      () => {
        form.resetDirty(settings);
        setSavedLogo(logo);
        notifications.show({ message: t('saved'), color: 'green' });
      },
      ({ fields }) => {
        const marked = plainName(fields);
        form.setErrors(marked);
        // The topmost field on the page; the faults come in a different order.
        const places = root.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
        const first = [...places].find(({ dataset }) => dataset.path && dataset.path in marked);
        if (!first) return;
        flushSync(() => setSection(sectionOf(first.dataset.path ?? '')));
        first.focus();
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

  const faultsIn = (each: Section) =>
    Object.keys(form.errors).filter((path) => sectionOf(path) === each).length;
  const senderDefaults = {
    name: form.values.wizard.name.trim() || defaults.name,
    email: form.values.contact.email.trim() || defaults.email,
  };
  return (
    <Tabs
      value={section}
      onChange={(value) => setSection(sections.find((each) => each === value) ?? 'brand')}
    >
      <LeaveGuard armed={isDirty} />
      <Tabs.List aria-label={t('title')} className="settings-tabs">
        {sections.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            rightSection={
              faultsIn(each) > 0 && (
                <Badge size="sm" circle color="red" aria-label={t('faultsIn', { count: faultsIn(each) })}>
                  {faultsIn(each)}
                </Badge>
              )
            }
          >
            {t(`sections.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className="settings-body" hidden={section === 'delegate'}>
        <form ref={root} onSubmit={save} className="settings" noValidate>
          <Part of="brand" text={t('looksText')}>
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
          </Part>
          <ContactFields form={form} defaultEmail={defaults.email} />
          <MailFields form={form} defaults={senderDefaults} />
          <RegistrationFields form={form} />
          <div className="settings-bar">
            <Failure of={failure} />
            <p className="hint" role="status">
              {isDirty && t('unsaved')}
            </p>
            <Button type="submit" loading={pending}>
              {t('save')}
            </Button>
          </div>
        </form>
        <SettingsPreview workspace={workspace} section={section} change={changeTo(form.values, logo)} />
      </div>
      <Tabs.Panel value="delegate">{children}</Tabs.Panel>
    </Tabs>
  );
}

/** The part in the address after `#`, so that it can be linked to. Reminders are among the mails. */
function useSection() {
  const [section, setSection] = useState<Section>('brand');
  useEffect(() => {
    const named = location.hash.slice(1);
    const found = sections.find((each) => each === (named === 'reminders' ? 'mails' : named));
    if (found) setSection(found);
  }, []);
  const choose = (next: Section) => {
    setSection(next);
    history.replaceState(history.state, '', `#${next}`);
  };
  return [section, choose] as const;
}

/** Fields of one tab. */
function Part({ of: section, text, children }: { of: Section; text?: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={section}>
      <div className="sheet sheet-text settings-fields">
        {text && <p className="hint">{text}</p>}
        {children}
      </div>
    </Tabs.Panel>
  );
}

/** Defaults of new registrations, the pages that may embed the wizard, and the page that suppliers return to. */
function RegistrationFields({ form }: { form: UseFormReturnType<Settings> }) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <Part of="registrations">
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
      <Radio.Group label={t('exports')} description={t('exportsHint')} {...form.getInputProps('exports')}>
        <Stack gap="xs" mt="xs">
          {(['none', 'asked', 'all'] as const).map((value) => (
            <Radio key={value} value={value} label={t(`exportsOf.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
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
    </Part>
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
    <Part of="contact" text={t('contactText')}>
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
    </Part>
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

/** Sender of the suppliers' mails, the address for replies, and the reminders. */
function MailFields({ form, defaults }: MailFieldsProps) {
  const t = useTranslations('console.configuration.apps.settings');
  return (
    <Part of="mails" text={t('mailsText')}>
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
      <Checkbox
        label={t('remindersOn')}
        description={t('remindersText')}
        {...form.getInputProps('reminders.isOn', { type: 'checkbox' })}
      />
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
    </Part>
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
