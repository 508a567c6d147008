'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { LinkMail } from '#console/w/[workspace]/_contact/mail-link.tsx';
import { startBatch } from './actions.ts';
import type { AskedAct } from './acts.ts';

/** Acts that mail the supplier, with the mail. */
const mailOf: Partial<Record<AskedAct, 'invitation' | 'reminder'>> = {
  'mail-link': 'invitation',
  remind: 'reminder',
};

interface ActDialogProps {
  workspace: string;
  act: AskedAct;
  ids: string[];
  /** Number of selected rows to which the action does not apply. */
  left: number;
  onClose: () => void;
}

/** Confirms the number of rows, starts the batch and opens its page. */
export function ActDialog({ workspace, act, ids, left, onClose }: ActDialogProps) {
  const t = useTranslations('console.batches');
  const router = useRouter();
  // Idempotency key: a repeated request starts only one batch.
  const [key] = useState(() => crypto.randomUUID());
  const { run, pending, failure } = useConsoleAction(startBatch.bind(null, workspace));
  const start = () =>
    run({ operation: act, ids, key }, ({ id }) => {
      onClose();
      router.push(workspacePath(workspace, `/batches/${id}`));
    });
  const mailed = mailOf[act];
  const [first] = ids;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(`asked.${act}`, { count: ids.length })}
      size={mailed ? 'lg' : 'md'}
      onSubmit={start}
      submit={t(`choice.acts.${act}`)}
      pending={pending}
      failure={failure}
    >
      <Text size="sm">{t(`explained.${act}`)}</Text>
      {left > 0 && (
        <Text size="sm">{t(act === 'authorize-again' ? 'leftInvoices' : 'left', { count: left })}</Text>
      )}
      {mailed && first && (
        <>
          {ids.length > 1 && <Text size="sm">{t('firstMail')}</Text>}
          <LinkMail workspace={workspace} id={first} kind={mailed} />
        </>
      )}
    </FormDialog>
  );
}
