'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useFormAction } from '#console/_ui/use-action.ts';
import { join } from './actions.ts';

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
