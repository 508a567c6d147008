'use client';

import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { useFormAction } from '#console/_ui/use-action.ts';
import { setNewPassword } from '../actions.ts';

export function NewPasswordForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations('console.account.reset');
  const { form, submit, pending, state, failure, fields } = useFormAction(setNewPassword);
  if (state === 'done') {
    return (
      <Stack>
        <Alert role="status" color="green" icon={<Icon name="check" />}>
          {t('done')}
        </Alert>
        <a href="/login">{t('logIn')}</a>
      </Stack>
    );
  }
  return (
    <form ref={form} action={submit}>
      <Stack>
        <Failure of={failure} />
        <input type="hidden" name="token" value={token} />
        {/* Shows password managers whose password this is. */}
        <input type="email" value={email} readOnly hidden autoComplete="username" />
        <PasswordInput
          name="newPassword"
          label={t('newPassword')}
          description={t('hint')}
          required
          withAsterisk={false}
          autoComplete="new-password"
          error={fields.newPassword}
          aria-invalid={Boolean(fields.newPassword)}
          autoFocus
        />
        <Button type="submit" loading={pending} size="md">
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
