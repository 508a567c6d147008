'use client';

import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { useFormAction } from '../_ui/use-action.ts';
import { setPassword } from './actions.ts';

export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations('console.account.account');
  const { form, submit, pending, state, failure, fields } = useFormAction(setPassword);
  return (
    <form ref={form} action={submit}>
      <Stack maw="26rem">
        {state === 'done' && (
          <Alert role="status" color="green" icon={<Icon name="check" />}>
            {t('passwordChanged')}
          </Alert>
        )}
        <Failure of={failure} />
        {/* Shows password managers whose password this is. */}
        <input type="email" value={email} readOnly hidden autoComplete="username" />
        <PasswordInput
          name="currentPassword"
          label={t('currentPassword')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          error={fields.currentPassword}
          aria-invalid={Boolean(fields.currentPassword)}
        />
        <PasswordInput
          name="newPassword"
          label={t('newPassword')}
          description={t('passwordHint')}
          required
          withAsterisk={false}
          autoComplete="new-password"
          error={fields.newPassword}
          aria-invalid={Boolean(fields.newPassword)}
        />
        <Group>
          <Button type="submit" loading={pending}>
            {t('changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
