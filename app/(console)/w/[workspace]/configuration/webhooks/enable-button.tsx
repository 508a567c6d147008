'use client';

import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { switchEndpoint } from './endpoint-actions.ts';

/** Nothing is lost by it, so it asks nothing. */
export function EnableButton({ workspace, id, url }: { workspace: string; id: string; url: string }) {
  const t = useTranslations('console.configuration.webhooks');
  const { run, pending, failure } = useConsoleAction(switchEndpoint.bind(null, workspace));
  const enable = () =>
    run({ id, disabled: false }, () => notifications.show({ message: t('enabledDone'), color: 'green' }));
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={pending}
        onClick={enable}
        aria-label={t('enableLabel', { url })}
      >
        {t('enable')}
      </Button>
      {failure && (
        <Text role="alert" size="sm" c="red">
          {failure.message}
        </Text>
      )}
    </>
  );
}
