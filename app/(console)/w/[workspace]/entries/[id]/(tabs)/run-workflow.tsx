'use client';

import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Fragment, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { runWorkflow } from './actions.ts';
import type { RunFacts } from './run-facts.ts';

interface RunWorkflowProps {
  workspace: string;
  id: string;
  /** The default first. */
  workflows: { id: string; name: string; description: string; sends: boolean }[];
  isRunning: boolean;
  /** `filled` if this is the recommended next action. */
  variant: 'filled' | 'default';
  /** For an invoice: summary of what is about to be sent. */
  about: RunFacts | undefined;
}

/**
 * Runs one of the workflows for this kind of document, then opens the job. If it issues an invoice, the page
 * stays and shows the progress itself.
 */
export function RunWorkflow({ workspace, id, workflows, isRunning, variant, about }: RunWorkflowProps) {
  const t = useTranslations('console.entry.run');
  const router = useRouter();
  const [jobId, setJobId] = useState<string>();
  const [workflowId, setWorkflowId] = useState(workflows[0]?.id ?? '');
  const { run, pending, failure, reset } = useConsoleAction(runWorkflow.bind(null, workspace));
  const [only, ...others] = workflows;
  // True only if every workflow sends to the authority.
  const isIssuing = about !== undefined && workflows.length > 0 && workflows.every(({ sends }) => sends);
  const isSent = workflows.find((each) => each.id === workflowId)?.sends ?? false;
  const close = () => {
    reset();
    setJobId(undefined);
  };
  const start = () => {
    if (!jobId || !workflowId) return;
    run({ id, workflowId, jobId, allow: about?.exception?.allow }, (job) => {
      if (!isIssuing) return router.push(workspacePath(workspace, `/jobs/${job.jobId}`));
      close();
      router.refresh();
    });
  };
  return (
    <>
      <Button variant={variant} disabled={isIssuing && isRunning} onClick={() => setJobId(uuidv7())}>
        {t(isIssuing ? 'issue.open' : 'open')}
      </Button>
      {isIssuing && isRunning && <span className="hint">{t('issue.running')}</span>}
      <FormDialog
        opened={jobId !== undefined}
        onClose={close}
        title={t(isIssuing ? 'issue.title' : 'title')}
        size={about ? 'lg' : 'md'}
        onSubmit={start}
        submit={workflows.length > 0 ? t(isIssuing ? 'issue.submit' : 'submit') : undefined}
        pending={pending}
        failure={failure}
      >
        {about && <About {...about} isLive={about.isLive && isSent} />}
        {isRunning && workflows.length > 0 && <Alert color="yellow">{t('running')}</Alert>}
        {workflows.length === 0 ? (
          <Text>
            {t.rich('none', {
              link: (chunks) => (
                <Link href={workspacePath(workspace, '/configuration/workflows')}>{chunks}</Link>
              ),
            })}
          </Text>
        ) : isIssuing && only && others.length === 0 ? (
          <p className="hint">
            {t('issue.by')} <bdi>{only.name}</bdi>
          </p>
        ) : (
          <Radio.Group value={workflowId} onChange={setWorkflowId} label={t('which')}>
            <Stack gap="xs" mt="xs">
              {workflows.map(({ id, name, description }) => (
                <Radio key={id} value={id} label={<bdi>{name}</bdi>} description={description} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </FormDialog>
    </>
  );
}

/** Summary of the document that is about to be sent to the authority, with its warnings. */
export function About({ facts, gaps, issuerPath, refusals, exception, isLive }: RunFacts) {
  const t = useTranslations('console.entry.run');
  return (
    <>
      {isLive && (
        <Alert color="red" title={t('issue.liveTitle')}>
          {t('issue.liveText')}
        </Alert>
      )}
      {[...refusals, ...(exception ? [exception.warning] : [])].map((warning) => (
        <Alert key={warning} color="red">
          {warning}
        </Alert>
      ))}
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      {gaps.length > 0 && (
        <Alert color="yellow" title={t('gaps')}>
          <ul className="plain-list">
            {gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
          {issuerPath && <Link href={issuerPath}>{t('issue.toIssuer')}</Link>}
        </Alert>
      )}
    </>
  );
}
