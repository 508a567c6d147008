'use client';

import { Button, Modal, NumberInput, Skeleton, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useFormatter, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Failure } from '#console/_ui/failure.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { MailView } from '#console/_ui/shown-mail.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { extend, mail, previewMail, remind } from './actions.ts';

interface MailLinkProps {
  workspace: string;
  id: string;
  address: string | undefined;
}

/** Mails the link to the supplier in the account holder's name. */
export function MailLink({ workspace, id, address = '' }: MailLinkProps) {
  const t = useTranslations('console.contact.mail');
  const [opened, { open, close }] = useDisclosure();
  const form = useForm({ initialValues: { to: address } });
  const { run, pending, failure } = useConsoleAction(mail.bind(null, workspace), form);
  const begin = () => {
    form.setValues({ to: address });
    open();
  };
  const submit = form.onSubmit(({ to }) =>
    run(
      { id, to },
      () => {
        close();
        notifications.show({ message: t('done', { address: to.trim() }), color: 'green' });
      },
      ({ fields }) => fields.to && form.setErrors({ to: t('invalid') }),
    ),
  );
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('open')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('title')}
        size="lg"
        onSubmit={submit}
        submit={t('submit')}
        pending={pending}
        failure={failure}
        noValidate
      >
        <Text size="sm">{t('text')}</Text>
        <TextInput
          type="email"
          label={t('to')}
          autoComplete="off"
          maxLength={254}
          data-autofocus
          {...form.getInputProps('to')}
        />
        {opened && <LinkMail workspace={workspace} id={id} kind="invitation" />}
      </FormDialog>
    </>
  );
}

/** Sends a reminder, after showing it. */
export function SendReminder({ workspace, id, address }: MailLinkProps & { address: string }) {
  const t = useTranslations('console.contact.reminders');
  const [opened, { open, close }] = useDisclosure();
  const { run, pending, failure } = useConsoleAction(remind.bind(null, workspace));
  const submit = () =>
    run({ id }, () => {
      close();
      notifications.show({ message: t('done', { address }), color: 'green' });
    });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('send')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('send')}
        size="lg"
        onSubmit={submit}
        submit={t('submit')}
        pending={pending}
        failure={failure}
      >
        {opened && <LinkMail workspace={workspace} id={id} kind="reminder" to={address} />}
      </FormDialog>
    </>
  );
}

interface LinkMailProps {
  workspace: string;
  id: string;
  kind: 'invitation' | 'reminder';
  to?: string | undefined;
}

/** The mail as the supplier will get it, in their language. */
export function LinkMail({ workspace, id, kind, to }: LinkMailProps) {
  const t = useTranslations('console.shell.mail');
  const [result, setResult] = useState<Awaited<ReturnType<typeof previewMail>>>();
  useEffect(() => {
    let isCurrent = true;
    previewMail(workspace, { id, kind }).then(
      (answer) => {
        if (isCurrent) setResult(answer);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [workspace, id, kind]);
  if (!result) return <Skeleton height={400} aria-label={t('loading')} />;
  if (!result.ok) return <Failure of={result} />;
  return (
    <>
      <p className="hint">{t(`languages.${result.value.locale}`)}</p>
      <MailView mail={{ ...result.value, to }} device="desktop" />
    </>
  );
}

interface ExtendLinkProps {
  workspace: string;
  id: string;
  expiresAt: Date;
}

const usualDays = 30;

/** Extends the link's expiry. The address stays the same, so holders need no message. */
export function ExtendLink({ workspace, id, expiresAt }: ExtendLinkProps) {
  const t = useTranslations('console.contact.extend');
  const format = useFormatter();
  const [opened, { open, close }] = useDisclosure();
  const form = useForm<{ days: number | string }>({ initialValues: { days: usualDays } });
  const { run, pending, failure } = useConsoleAction(extend.bind(null, workspace), form);
  const submit = form.onSubmit(({ days }) =>
    run({ id, days: Number(days) }, (extended) => {
      close();
      const until = format.dateTime(extended.expiresAt, 'day');
      notifications.show({ message: t('done', { until }), color: 'green' });
    }),
  );
  return (
    <>
      <Button variant="subtle" onClick={open}>
        {t('open')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('title')}
        onSubmit={submit}
        submit={t('open')}
        pending={pending}
        failure={failure}
      >
        <Text size="sm">{t('text', { until: format.dateTime(expiresAt, 'day') })}</Text>
        <NumberInput
          label={t('days')}
          min={1}
          max={365}
          allowDecimal={false}
          data-autofocus
          {...form.getInputProps('days')}
        />
      </FormDialog>
    </>
  );
}

/** Shows the link as a QR code, for a person in the room or on a video call. */
export function QrButton({ children }: { children: ReactNode }) {
  const t = useTranslations('console.contact.link');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('qr')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('qrTitle')} size="sm">
        {children}
        <p className="hint">{t('qrHint')}</p>
      </Modal>
    </>
  );
}
