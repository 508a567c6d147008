'use client';

import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyValue } from '#console/_ui/copy.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { type Role, roles } from '#lib/roles.ts';
import { invite } from './actions.ts';

interface Invitation {
  url: string;
  expiresAt: Date;
}

interface InviteDialogProps {
  workspace: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for role and note, then shows the link once. */
export function InviteDialog({ workspace, opened, onClose }: InviteDialogProps) {
  const t = useTranslations('console.account.members');
  const format = useFormatter();
  const [invitation, setInvitation] = useState<Invitation>();
  const form = useForm<{ role: Role; note: string }>({ initialValues: { role: 'operator', note: '' } });
  const { run, pending, failure } = useConsoleAction(invite.bind(null, workspace), form);
  const create = form.onSubmit((values) => run(values, setInvitation));
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
      title={invitation ? t('inviteReady') : t('inviteTitle')}
      onSubmit={create}
      submit={t('inviteSubmit')}
      pending={pending}
      failure={failure}
      result={
        invitation && (
          <Stack>
            <Text size="sm" role="status">
              {t('inviteReadyText', {
                until: format.dateTime(invitation.expiresAt, 'moment'),
              })}
            </Text>
            <CopyValue value={invitation.url} label={t('inviteReady')} />
            <Group justify="flex-end">
              <Button onClick={leave}>{t('inviteDone')}</Button>
            </Group>
          </Stack>
        )
      }
    >
      <TextInput
        label={t('inviteNote')}
        description={t('inviteNoteHint')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('note')}
      />
      <Radio.Group label={t('role')} {...form.getInputProps('role')}>
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio key={role} value={role} label={t(`roles.${role}`)} description={t(`roleHints.${role}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
