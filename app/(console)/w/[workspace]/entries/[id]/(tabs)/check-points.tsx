'use client';

import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { checkPoints } from './actions.ts';

/** Asks the authority anew. */
export function CheckPoints({ workspace, id }: { workspace: string; id: string }) {
  const t = useTranslations('console.entry.registration.points');
  const { run, pending, failure } = useConsoleAction(checkPoints.bind(null, workspace));
  return (
    <Stack align="flex-start" gap="xs" mt="xs">
      <Button variant="default" size="xs" loading={pending} onClick={() => run({ id })}>
        {t('check')}
      </Button>
      <Failure of={failure} />
    </Stack>
  );
}
