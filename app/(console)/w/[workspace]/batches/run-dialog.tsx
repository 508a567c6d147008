'use client';

import './batches.css';
import { Alert, Select, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { RunEffects } from '#lib/batches/workflow-run.ts';
import { type PreparedRun, prepareRun, startRun } from './actions.ts';
import type { schemaOf } from './acts.ts';

interface RunDialogProps {
  workspace: string;
  list: keyof typeof schemaOf;
  ids: string[];
  initial: PreparedRun;
  /** The dialog's title, if the workflow is run for something in particular. */
  title?: string;
  onClose: () => void;
}

/** Shows how many entries a workflow starts on and what it sends, then starts the batch and opens its page. */
export function RunDialog({ workspace, list, ids, initial, title, onClose }: RunDialogProps) {
  const t = useTranslations('console.batches.run');
  const router = useRouter();
  const [{ workflows, isLive, run }, setPrepared] = useState(initial);
  // Idempotency key of a workflow: a repeated request starts only one batch.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const preparing = useConsoleAction(prepareRun.bind(null, workspace));
  const starting = useConsoleAction(startRun.bind(null, workspace));
  const choose = (workflowId: string | null) =>
    workflowId &&
    preparing.run({ list, ids, workflowId }, (found) => {
      setPrepared(found);
      setKey(crypto.randomUUID());
    });
  const count = run?.ids.length ?? 0;
  const isIssuing = isLive && run !== undefined && run.effects.documents > 0;
  const start = () =>
    run &&
    starting.run({ workflowId: run.workflowId, ids: run.ids, key }, ({ id }) => {
      onClose();
      router.push(workspacePath(workspace, `/batches/${id}`));
    });
  return (
    <FormDialog
      opened
      size="lg"
      onClose={onClose}
      title={title ?? t(`title.${list}`, { count: ids.length })}
      onSubmit={start}
      submit={count > 0 ? t(isIssuing ? 'submitIssuing' : 'submit', { count }) : undefined}
      {...(isIssuing ? { color: 'red' } : {})}
      pending={preparing.pending || starting.pending}
      failure={preparing.failure ?? starting.failure}
    >
      {run ? (
        <>
          <Select
            label={t('workflow')}
            description={workflows.find(({ id }) => id === run.workflowId)?.description}
            data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
            value={run.workflowId}
            onChange={choose}
            allowDeselect={false}
            disabled={preparing.pending}
          />
          <Stack gap={4} aria-live="polite">
            <Text fw={600}>{t(`started.${list}`, { count })}</Text>
            {run.skipped.map(({ reason, count }) => (
              <Text key={reason} size="sm" c="dimmed">
                {t(`skipped.${reason}`, { count })}
              </Text>
            ))}
          </Stack>
          {count > 0 && <EffectList effects={run.effects} />}
          {isIssuing && (
            <Alert color="red" title={t('issuingTitle')}>
              {t('issuing', { count: run.effects.documents })}
            </Alert>
          )}
        </>
      ) : (
        <Text size="sm">{t('noWorkflow')}</Text>
      )}
    </FormDialog>
  );
}

/** Sentences that say what a run sends. */
function EffectList({ effects }: { effects: RunEffects }) {
  const t = useTranslations('console.batches.effects');
  const { links, linkMails, mailsLeft, invoiceMails, webhooks, endpoints, documents, unregistered } = effects;
  const mails = linkMails.map(({ count, addresses, to }) =>
    to ? t('linkMailsTo', { count, to }) : t('linkMails', { count, addresses }),
  );
  const lines = [
    ...(links > 0 ? [t('links', { count: links })] : []),
    ...mails,
    ...(links > 0 && mails.length === 0 ? [t('noLinkMails')] : []),
    ...(mailsLeft === undefined ? [] : [t('mailsLeft', { count: mailsLeft })]),
    ...(documents > 0 ? [t('documents', { count: documents })] : []),
    ...(invoiceMails > 0 ? [t('invoiceMails', { count: invoiceMails })] : []),
    ...(unregistered > 0 ? [t('unregistered', { count: unregistered })] : []),
    ...webhooks.map((webhook) => t('webhooks', webhook)),
    ...(endpoints && endpoints.length > 0
      ? [t('endpoints', { count: endpoints.length, hosts: endpoints.join(', ') })]
      : []),
  ];
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('title')}
      </Text>
      {lines.length > 0 ? (
        <ul className="effects">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <Text size="sm">{t('nothing')}</Text>
      )}
    </div>
  );
}
