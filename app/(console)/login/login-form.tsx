'use client';

import { Button, PasswordInput, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { EmailField } from '../_ui/email-field.tsx';
import { Failure } from '../_ui/failure.tsx';
import { useFormAction } from '../_ui/use-action.ts';
import { login } from './actions.ts';

export function LoginForm({ returnTo }: { returnTo: string }) {
  const t = useTranslations('console.account.signIn');
  const { form, submit, pending, failure, typed } = useFormAction(login);
  return (
    <form ref={form} action={submit}>
      <Stack>
        <Failure of={failure} />
        <input type="hidden" name="return_to" value={returnTo} />
        <EmailField label={t('email')} typed={typed} autoFocus />
        <PasswordInput
          name="password"
          label={t('password')}
          required
          withAsterisk={false}
          autoComplete="current-password"
        />
        <Button type="submit" loading={pending} size="md">
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
