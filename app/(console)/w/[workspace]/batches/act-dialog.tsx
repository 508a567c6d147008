'use client';

import { Text } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { LinkMail } from '#console/w/[workspace]/_contact/mail-link.tsx';
import { type FoundMailed, startBatch } from './actions.ts';
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
  /** The first entry that a mail reaches, and those that it does not reach. */
  mailed?: Omit<FoundMailed, 'ids'> | undefined;
  onClose: () => void;
}

/** Confirms the number of rows, starts the batch and opens its page. */
export function ActDialog({ workspace, act, ids, left, mailed: unmailed, onClose }: ActDialogProps) {
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
      submit={ids.length > 0 ? t(`choice.acts.${act}`) : undefined}
      pending={pending}
      failure={failure}
    >
      <Text size="sm">{t(`explained.${act}`)}</Text>
      {left > 0 && (
        <Text size="sm">{t(act === 'authorize-again' ? 'leftInvoices' : 'left', { count: left })}</Text>
      )}
      {unmailed && (unmailed.withoutAddress > 0 || unmailed.others > 0) && (
        <Text size="sm" component="div" role="status">
          {t('mailed', { count: ids.length })}
          {unmailed.withoutAddress > 0 && (
            <>
              {' '}
              {t('withoutAddress', { count: unmailed.withoutAddress })}{' '}
              {unmailed.named.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link href={workspacePath(workspace, `/entries/${id}/edit`)} prefetch={false}>
                    <bdi>{name}</bdi>
                  </Link>
                </span>
              ))}
              {unmailed.withoutAddress > unmailed.named.length &&
                ` ${t('andMore', { count: unmailed.withoutAddress - unmailed.named.length })}`}
            </>
          )}
          {unmailed.others > 0 &&
            `${unmailed.withoutAddress > 0 ? '; ' : ' '}${t('withoutLink', { count: unmailed.others })}`}
        </Text>
      )}
      {mailed && first && (
        <>
          {ids.length > 1 && unmailed?.first && (
            <Text size="sm">
              {t.rich('firstMail', { name: unmailed.first.name, b: (chunks) => <bdi>{chunks}</bdi> })}
            </Text>
          )}
          <LinkMail workspace={workspace} id={first} kind={mailed} to={unmailed?.first?.address} />
        </>
      )}
    </FormDialog>
  );
}
