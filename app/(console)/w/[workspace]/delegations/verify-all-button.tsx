'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { verifyAll } from './actions.ts';

/** Asks the authority about all that wait. */
export function VerifyAllButton({ workspace }: { workspace: string }) {
  const t = useTranslations('console.delegations');
  const { run, pending, failure } = useConsoleAction(verifyAll.bind(null, workspace));
  const ask = () =>
    run({}, (verified) =>
      notifications.show({
        message: t('verifiedAll', { ...verified }),
        color: verified.granted > 0 ? 'green' : 'gray',
      }),
    );
  return (
    <>
      <Button loading={pending} onClick={ask}>
        {t('verifyAll')}
      </Button>
      <Failure of={failure} />
    </>
  );
}
