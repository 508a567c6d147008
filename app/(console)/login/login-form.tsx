'use client';

import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { usePasskey } from '../_shell/use-passkey.ts';
import { Failure } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { EmailField } from '../_ui/person-fields.tsx';
import { useConsoleAction, useFormAction } from '../_ui/use-action.ts';
import { login, loginWithPasskey } from './actions.ts';

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

interface PasskeyLoginProps {
  label: string;
  /** Explanation above the button. */
  lead?: string;
  variant?: 'default' | 'filled';
  returnTo: string;
}

/** Login with a passkey, which replaces both the password and the code. */
export function PasskeyLogin({ label, lead, returnTo, variant = 'default' }: PasskeyLoginProps) {
  const { sign } = usePasskey();
  const { run, pending, failure } = useConsoleAction(async () => {
    const signed = await sign();
    return signed.ok ? loginWithPasskey({ passkey: signed.value, return_to: returnTo }) : signed;
  });
  return (
    <Stack gap="xs">
      {lead && <Text>{lead}</Text>}
      <Failure of={failure} />
      <Button
        variant={variant}
        size="md"
        loading={pending}
        onClick={() => run(undefined)}
        leftSection={<Icon name="key" size={18} />}
      >
        {label}
      </Button>
    </Stack>
  );
}

/** A plain link without prefetch, because a request starts a login. */
export function ProviderButton({ href, children }: { href: string; children: string }) {
  return (
    <Button component="a" href={href} variant="default" size="md">
      {children}
    </Button>
  );
}
