'use client';

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { EmailField } from '../_ui/person-fields.tsx';
import { useFormAction } from '../_ui/use-action.ts';
import { askForReset } from './actions.ts';

export function RequestForm() {
  const t = useTranslations('console.account.reset');
  const { form, submit, pending, state, failure, typed } = useFormAction(askForReset);
  if (state === 'done') {
    return (
      <Alert role="status" color="green" icon={<Icon name="check" />}>
        {t('asked')}
      </Alert>
    );
  }
  return (
    <form ref={form} action={submit}>
      <Stack>
        <Text>{t('lead')}</Text>
        <Failure of={failure} />
        <EmailField label={t('email')} typed={typed} autoFocus />
        <Button type="submit" loading={pending} size="md">
          {t('ask')}
        </Button>
      </Stack>
    </form>
  );
}
