'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { LoginCodeField } from '#console/_ui/person-fields.tsx';
import { useFormAction } from '#console/_ui/use-action.ts';
import { enterCode } from '../actions.ts';

interface CodeFormProps {
  kind: 'app' | 'recovery';
  email: string;
  returnTo: string;
}

export function CodeForm({ kind, email, returnTo }: CodeFormProps) {
  const t = useTranslations('console.account.secondStep');
  const { form, submit, pending, failure, fields } = useFormAction(enterCode);
  return (
    <form ref={form} action={submit}>
      <Stack>
        <Text>{t(`${kind}.lead`)}</Text>
        <Failure of={failure} />
        <input type="hidden" name="return_to" value={returnTo} />
        {/* Shows password managers whose code this is. */}
        <input type="email" value={email} readOnly hidden autoComplete="username" />
        <LoginCodeField kind={kind} label={t(`${kind}.code`)} error={fields.code} autoFocus />
        <Button type="submit" loading={pending} size="md">
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
