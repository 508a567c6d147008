'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { AppId } from '#lib/accounts/apps.ts';
import { connect } from './actions.ts';

/** At once and without questions: whatever there is to set up has a default. */
export function ConnectButton({ workspace, id, name }: { workspace: string; id: AppId; name: string }) {
  const t = useTranslations('console.configuration.apps');
  const { run, pending, failure } = useConsoleAction(connect.bind(null, workspace));
  const go = () =>
    run({ id }, () => notifications.show({ message: t('connectedDone', { name }), color: 'green' }));
  return (
    <>
      <Button loading={pending} onClick={go} aria-label={t('connectLabel', { name })}>
        {t('connect')}
      </Button>
      <Failure of={failure} />
    </>
  );
}
