'use client';

import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '../_ui/failure.tsx';
import { PersonFields } from '../_ui/person-fields.tsx';
import { useFormAction } from '../_ui/use-action.ts';
import { setUp } from './actions.ts';

export function SetupForm() {
  const t = useTranslations('console.account.setup');
  const { form, submit, pending, failure, fields, typed } = useFormAction(setUp);
  const texts = {
    name: t('name'),
    email: t('email'),
    password: t('password'),
    passwordHint: t('passwordHint'),
  };
  return (
    <form ref={form} action={submit}>
      <Stack>
        <Failure of={failure} />
        <TextInput
          name="code"
          label={t('code')}
          description={t('codeHint')}
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={typed.code ?? ''}
          error={fields.code}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <PersonFields texts={texts} typed={typed} errors={fields} />
        <TextInput
          name="workspaceName"
          label={t('workspace')}
          description={t('workspaceHint')}
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="organization"
          defaultValue={typed.workspaceName ?? ''}
          error={fields.workspaceName}
        />
        <Checkbox
          name="live"
          label={t('live')}
          description={t('sandbox')}
          defaultChecked={typed.live === 'on'}
        />
        <Button type="submit" loading={pending} size="md">
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
