'use client';

import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { sendAgain } from './delivery-actions.ts';

/** The same message once more: a receiver knows it by its id. */
export function RedeliverButton({ workspace, id }: { workspace: string; id: string }) {
  const t = useTranslations('console.configuration.deliveries');
  const { run, pending, failure } = useConsoleAction(sendAgain.bind(null, workspace));
  const send = () => run({ id }, () => notifications.show({ message: t('sentOne'), color: 'green' }));
  return (
    <Stack>
      <Button loading={pending} onClick={send}>
        {t('redeliver')}
      </Button>
      <Failure of={failure} />
    </Stack>
  );
}
