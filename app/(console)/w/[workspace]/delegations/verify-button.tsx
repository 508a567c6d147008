'use client';

import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { verify, verifyAll } from './actions.ts';

interface VerifyButtonProps {
  workspace: string;
  id: string;
  name: string;
}

const colours = { granted: 'green', 'not-granted': 'yellow', unknown: 'gray' } as const;

/** Asks the authority about one supplier's delegation now. */
export function VerifyButton({ workspace, id, name }: VerifyButtonProps) {
  const t = useTranslations('console.delegations');
  const { run, pending, failure } = useConsoleAction(verify.bind(null, workspace));
  const ask = () =>
    run({ id }, ({ answer }) =>
      notifications.show({ message: t(`verified.${answer}`, { name }), color: colours[answer] }),
    );
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="xs"
        loading={pending}
        onClick={ask}
        aria-label={t('verifyLabel', { name })}
      >
        {t('verify')}
      </Button>
      <Failure of={failure} />
    </Stack>
  );
}

/** Asks the authority about all waiting delegations. */
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
