'use client';

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useActionState } from 'react';
import { Failure } from '../_shell/failure.tsx';
import { login } from './actions.ts';

export function LoginForm({ returnTo }: { returnTo: string }) {
  const t = useTranslations('console.account.signIn');
  const [{ failure, typed }, submit, pending] = useActionState(login, { typed: {} });
  return (
    <form action={submit}>
      <Stack>
        <Failure of={failure} />
        <input type="hidden" name="return_to" value={returnTo} />
        <TextInput
          type="email"
          name="email"
          label={t('email')}
          required
          withAsterisk={false}
          autoComplete="username"
          defaultValue={typed.email ?? ''}
          autoFocus
        />
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
