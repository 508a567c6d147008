'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Failure } from '../_ui/failure.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { endOneSession } from './actions.ts';

/** At once: whoever was there only logs in again. */
export function EndSessionButton({ id, device }: { id: string; device: string }) {
  const t = useTranslations('console.account.account');
  const { run, pending, failure } = useConsoleAction(endOneSession);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        loading={pending}
        onClick={() => run({ id })}
        aria-label={t('endSessionLabel', { device })}
      >
        {t('endSession')}
      </Button>
      <Failure of={failure} />
    </>
  );
}
