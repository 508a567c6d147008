'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { PersonFields } from '#console/_ui/person-fields.tsx';
import { useFormAction } from '#console/_ui/use-action.ts';
import { join, signUp } from './actions.ts';

interface JoinFormProps {
  token: string;
  workspace: string;
  email: string;
}

export function JoinForm({ token, workspace, email }: JoinFormProps) {
  const t = useTranslations('console.account.invite');
  const { form, submit, pending, failure } = useFormAction(join);
  return (
    <form ref={form} action={submit}>
      <Stack>
        <Failure of={failure} />
        <Text>{t('joinAs', { email })}</Text>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" loading={pending} size="md">
          {t('join', { workspace })}
        </Button>
      </Stack>
    </form>
  );
}

export function SignUpForm({ token }: { token: string }) {
  const t = useTranslations('console.account.invite');
  const { form, submit, pending, failure, fields, typed } = useFormAction(signUp);
  const texts = {
    name: t('name'),
    email: t('email'),
    password: t('password'),
    passwordHint: t('passwordHint'),
  };
  return (
    <form ref={form} action={submit} aria-labelledby="newcomer">
      <Stack>
        <h2 id="newcomer">{t('newcomer')}</h2>
        <Failure of={failure} />
        <input type="hidden" name="token" value={token} />
        <PersonFields texts={texts} typed={typed} errors={fields} />
        <Button type="submit" loading={pending} size="md">
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
