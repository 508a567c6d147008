'use client';

import { Button, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { usePermission } from '#console/_ui/failure.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { countReplay, replay } from './deliveries/delivery-actions.ts';

interface ResendMissedProps {
  workspace: string;
  endpoint: { id: string; url: string };
  /** Since then nothing was accepted. */
  since: Date;
}

/** Resends everything that has not arrived at a failing endpoint. The dialog says how many that is. */
export function ResendMissed({ workspace, endpoint, since }: ResendMissedProps) {
  const t = useTranslations('console.configuration.webhooks.resend');
  const format = useFormatter();
  const router = useRouter();
  const isPermitted = usePermission();
  // Idempotency key: a repeated request starts only one batch. Undefined while the dialog is closed.
  const [key, setKey] = useState<string>();
  const [count, setCount] = useState<number>();
  const counting = useConsoleAction(countReplay.bind(null, workspace));
  const sending = useConsoleAction(replay.bind(null, workspace));
  if (!isPermitted('webhooks:write')) return null;
  const missed = { since, statuses: ['pending' as const, 'dead' as const], endpoints: [endpoint.id] };
  const open = () => {
    setCount(undefined);
    counting.reset();
    sending.reset();
    setKey(crypto.randomUUID());
    counting.run(missed, (found) => setCount(found.count));
  };
  const close = () => setKey(undefined);
  const send = () => {
    if (!key || !count) return close();
    sending.run({ ...missed, key }, ({ batch }) => {
      close();
      router.push(workspacePath(workspace, batch ? `/batches/${batch}` : '/batches'));
    });
  };
  const at = format.dateTime(since, 'moment');
  return (
    <>
      <Button variant="light" size="compact-sm" aria-label={t('label', { url: endpoint.url })} onClick={open}>
        {t('open')}
      </Button>
      <FormDialog
        opened={key !== undefined}
        onClose={close}
        title={t('title')}
        onSubmit={send}
        submit={count === 0 ? t('close') : t('submit', { count: count ?? 0 })}
        pending={counting.pending || sending.pending}
        failure={counting.failure ?? sending.failure}
      >
        <Text size="sm" role="status">
          {count === undefined ? t('counting', { at }) : t('found', { count, at })}
        </Text>
        {count !== 0 && (
          <Text size="sm" c="dimmed">
            {t('text')}
          </Text>
        )}
      </FormDialog>
    </>
  );
}
