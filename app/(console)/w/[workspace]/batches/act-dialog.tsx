'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { startBatch } from './actions.ts';
import type { Act } from './acts.ts';

interface ActDialogProps {
  workspace: string;
  act: Act;
  ids: string[];
  /** How many others are chosen, with which it can not be done. */
  left: number;
  onClose: () => void;
}

/** Says how many it is about, and goes to the batch that does it. */
export function ActDialog({ workspace, act, ids, left, onClose }: ActDialogProps) {
  const t = useTranslations('console.batches');
  const router = useRouter();
  // Sent twice it is one batch.
  const [key] = useState(() => crypto.randomUUID());
  const { run, pending, failure } = useConsoleAction(startBatch.bind(null, workspace));
  const start = () =>
    run({ operation: act, ids, key }, ({ id }) => {
      onClose();
      router.push(workspacePath(workspace, `/batches/${id}`));
    });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(`asked.${act}`, { count: ids.length })}
      onSubmit={start}
      submit={t(`choice.acts.${act}`)}
      pending={pending}
      failure={failure}
    >
      <Text size="sm">{t(`explained.${act}`)}</Text>
      {left > 0 && <Text size="sm">{t('left', { count: left })}</Text>}
    </FormDialog>
  );
}
