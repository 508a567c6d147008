'use client';

import { Button, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '../_ui/failure.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { beginLink } from './actions.ts';

/** Opens the provider, which redirects back to this page. */
export function LinkIdentity() {
  const t = useTranslations('console.account.identity');
  const { run, pending, failure } = useConsoleAction(beginLink);
  return (
    <Stack align="flex-start">
      <Failure of={failure} />
      <Button loading={pending} onClick={() => run({}, ({ url }) => window.location.assign(url))}>
        {t('link')}
      </Button>
    </Stack>
  );
}
