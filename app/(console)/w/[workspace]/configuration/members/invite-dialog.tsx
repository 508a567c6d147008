'use client';

import { Button, Group, NativeSelect, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { CopyValue } from '#console/_ui/copy.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { MailView } from '#console/_ui/shown-mail.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { Locale } from '#lib/i18n.ts';
import { type Role, roles } from '#lib/roles.ts';
import { invite, previewInvite } from './actions.ts';

interface Invitation {
  /** Absent if the link was mailed. */
  url?: string | undefined;
  to?: string | undefined;
  expiresAt: Date;
}

interface InviteDialogProps {
  workspace: string;
  /** Whether the installation can send the link by mail. */
  canMail: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the address, role and note; then says that the link was mailed, or shows it once. */
export function InviteDialog({ workspace, canMail, opened, onClose }: InviteDialogProps) {
  const t = useTranslations('console.account.members');
  const format = useFormatter();
  const [invitation, setInvitation] = useState<Invitation>();
  const language = useLocale() === 'en' ? 'en' : 'es-AR';
  const form = useForm<{ to: string; locale: Locale; role: Role; note: string }>({
    initialValues: { to: '', locale: language, role: 'operator', note: '' },
  });
  const { run, pending, failure } = useConsoleAction(invite.bind(null, workspace), form);
  const to = form.values.to.trim();
  const create = form.onSubmit(({ role, note, locale }) =>
    run(
      { role, note, ...(to ? { mail: { to, locale } } : {}) },
      (made) => setInvitation({ ...made, to }),
      ({ fields }) => fields['mail.to'] && form.setErrors({ to: t('inviteToInvalid') }),
    ),
  );
  const leave = () => {
    onClose();
    if (!invitation) return;
    setInvitation(undefined);
    form.reset();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={invitation?.url ? t('inviteReady') : t('inviteTitle')}
      size={to ? 'lg' : 'md'}
      noValidate
      onSubmit={create}
      submit={t(to ? 'inviteSend' : 'inviteSubmit')}
      pending={pending}
      failure={failure}
      result={
        invitation && (
          <Stack>
            <Text size="sm" role="status">
              {t(invitation.url ? 'inviteReadyText' : 'inviteSent', {
                until: format.dateTime(invitation.expiresAt, 'moment'),
                to: invitation.to ?? '',
              })}
            </Text>
            {invitation.url && <CopyValue value={invitation.url} label={t('inviteReady')} />}
            <Group justify="flex-end">
              <Button onClick={leave}>{t('inviteDone')}</Button>
            </Group>
          </Stack>
        )
      }
    >
      {canMail && (
        <TextInput
          type="email"
          label={t('inviteTo')}
          description={t('inviteToHint')}
          autoComplete="off"
          maxLength={254}
          data-autofocus
          {...form.getInputProps('to')}
        />
      )}
      <TextInput
        label={t('inviteNote')}
        description={t(canMail ? 'inviteNoteHint' : 'inviteNoMail')}
        maxLength={100}
        data-autofocus={canMail ? undefined : true}
        {...form.getInputProps('note')}
      />
      <Radio.Group label={t('role')} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={t(`roles.${role}`)} description={t(`roleHints.${role}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {to && (
        <>
          <NativeSelect
            label={t('inviteLanguage')}
            data={[
              { value: 'es-AR', label: 'Español' },
              { value: 'en', label: 'English' },
            ]}
            {...form.getInputProps('locale')}
          />
          <InvitationMail workspace={workspace} locale={form.values.locale} to={to} />
        </>
      )}
    </FormDialog>
  );
}

/** The mail as it will be sent. */
function InvitationMail({ workspace, locale, to }: { workspace: string; locale: Locale; to: string }) {
  const t = useTranslations('console.shell.mail');
  const [result, setResult] = useState<Awaited<ReturnType<typeof previewInvite>>>();
  useEffect(() => {
    let isCurrent = true;
    previewInvite(workspace, { locale }).then(
      (answer) => {
        if (isCurrent) setResult(answer);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [workspace, locale]);
  if (!result?.ok) return <Skeleton height={320} aria-label={t('title')} />;
  return <MailView mail={{ ...result.value, to, replyTo: undefined }} device="desktop" />;
}
