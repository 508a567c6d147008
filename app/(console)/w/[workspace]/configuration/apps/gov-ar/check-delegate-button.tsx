'use client';

import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { checkServices } from '../actions.ts';

/** Tests the login to each service. If it is too early to ask again, shows when it will be possible. */
export function CheckDelegateButton({ workspace }: { workspace: string }) {
  const t = useTranslations('console.configuration.apps.delegate.services');
  const { run, pending, failure } = useConsoleAction(checkServices.bind(null, workspace));
  const check = () =>
    run({}, ({ askAgainAt }) =>
      notifications.show({
        message: askAgainAt ? t('askAgain', { at: askAgainAt }) : t('checked'),
        color: askAgainAt ? 'gray' : 'green',
      }),
    );
  return (
    <Stack gap="xs" align="flex-start" mt="md">
      <Button variant="default" loading={pending} onClick={check}>
        {t('check')}
      </Button>
      <Failure of={failure} />
    </Stack>
  );
}
