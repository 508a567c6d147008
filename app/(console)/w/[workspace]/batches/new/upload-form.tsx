'use client';

import { Alert, Button, FileButton, Group, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef, useState, useTransition } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import type { UploadKind } from '#lib/batches/upload.ts';
import type { UploadAnswer, UploadFaultText } from '../upload-answer.ts';

interface UploadFormProps {
  batchesPath: string;
  kind: UploadKind;
  workflows: { value: string; label: string }[];
  /** Whether the offered workflows send invoices to the authority, which can not be undone. */
  isIssuing: boolean;
}

type Checked = Exclude<UploadAnswer, { kind: 'started' }>;

/** Checks the file as soon as it is chosen. Starting sends it again, because the server does not store it. */
export function UploadForm({ batchesPath, kind, workflows, isIssuing }: UploadFormProps) {
  const t = useTranslations('console.batches.upload');
  const router = useRouter();
  const reset = useRef<() => void>(null);
  const [workflow, setWorkflow] = useState('');
  const [chosen, setChosen] = useState<{ file: File; attemptId: string }>();
  const [checked, setChecked] = useState<Checked>();
  /** Id of the batch of the valid rows, if it was started in spite of the faults. */
  const [started, setStarted] = useState<string>();
  const [failed, setFailed] = useState<'refused' | 'network'>();
  const [pending, startTransition] = useTransition();

  const send = (file: File, attemptId?: string) =>
    startTransition(async () => {
      const form = new FormData();
      form.set('file', file);
      form.set('kind', kind);
      form.set('workflow', workflow);
      const hasFaults = checked !== undefined && checked.faultCount > 0;
      if (attemptId) form.set('start', attemptId);
      if (attemptId && hasFaults) form.set('skip', '1');
      const response = await fetch(`${batchesPath}/upload`, { method: 'POST', body: form }).catch(
        () => undefined,
      );
      const answer = response?.ok ? ((await response.json()) as UploadAnswer) : undefined;
      startTransition(() => {
        setFailed(answer ? undefined : response ? 'refused' : 'network');
        if (answer?.kind !== 'started') setChecked(answer);
        else if (hasFaults) setStarted(answer.id);
        else router.push(`${batchesPath}/${answer.id}`);
      });
    });
  const choose = (file: File | null) => {
    if (!file) return;
    setChosen({ file, attemptId: crypto.randomUUID() });
    setChecked(undefined);
    setStarted(undefined);
    send(file);
    // Allows choosing the same file again after correcting it.
    reset.current?.();
  };
  return (
    <section className="sheet sheet-text" aria-label={t('file')}>
      <NativeSelect
        label={t('workflow')}
        description={t(`workflowHints.${kind}`)}
        value={workflow}
        onChange={({ currentTarget: { value } }) => setWorkflow(value)}
        data={[{ value: '', label: t('noWorkflow') }, ...workflows]}
        className="upload-workflow"
      />
      <Group gap="0.5rem 1rem">
        <FileButton
          onChange={choose}
          accept=".csv,text/csv,text/plain"
          resetRef={reset}
          inputProps={{ 'aria-label': t('choose'), tabIndex: -1 }}
        >
          {(props) => (
            <Button {...props} variant={checked?.validCount ? 'default' : 'filled'} loading={pending}>
              {t(chosen ? 'chooseAgain' : 'choose')}
            </Button>
          )}
        </FileButton>
        {chosen && <bdi className="hint">{chosen.file.name}</bdi>}
      </Group>
      {failed && (
        <Alert role="alert" color="red" variant="light" icon={<Icon name="note" />} title={t('failedTitle')}>
          {t(failed)}
        </Alert>
      )}
      {checked && checked.ignored.length > 0 && (
        <Notice tone="wait" title={t('ignoredTitle', { count: checked.ignored.length })}>
          {t('ignored', { headings: checked.ignored.map((heading) => `«${heading}»`).join(', ') })}
        </Notice>
      )}
      {checked && checked.validCount > 0 && chosen && !started && (
        <>
          <Notice tone="good" title={t(`ready.${kind}`, { count: checked.validCount })}>
            {checked.titles.join(', ')}
            {checked.validCount > checked.titles.length && '…'}
          </Notice>
          {isIssuing && workflow && (
            <Notice tone="wait" title={t('issuingTitle')}>
              {t('issuing', { count: checked.validCount })}
            </Notice>
          )}
          <Button
            onClick={() => send(chosen.file, chosen.attemptId)}
            loading={pending}
            variant={checked.faultCount > 0 ? 'default' : 'filled'}
            className="upload-start"
          >
            {t(isIssuing && workflow ? 'startIssuing' : `start.${kind}`, { count: checked.validCount })}
            {checked.faultCount > 0 && ` ${t('withoutFaults')}`}
          </Button>
        </>
      )}
      {checked && started && (
        <Notice tone="good" title={t(`begun.${kind}`, { count: checked.validCount })}>
          <Link href={`${batchesPath}/${started}`}>{t('seeBatch')}</Link>
        </Notice>
      )}
      {checked && checked.faultCount > 0 && (
        <UploadFaults
          faults={checked.faults}
          faultCount={checked.faultCount}
          validRows={started ? 'started' : checked.validCount > 0 ? 'startable' : 'none'}
        />
      )}
    </section>
  );
}

interface UploadFaultsProps {
  faults: UploadFaultText[];
  faultCount: number;
  /** Their batch was started, can be started, or there are no valid rows. */
  validRows: 'started' | 'startable' | 'none';
}

function UploadFaults({ faults, faultCount, validRows }: UploadFaultsProps) {
  const t = useTranslations('console.batches.upload');
  return (
    <>
      <Notice tone="bad" title={t('faulty', { count: faultCount })}>
        {faultCount > faults.length && `${t('faultyMore', { count: faults.length })} `}
        {t(`faultyText.${validRows}`)}
      </Notice>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('fault')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ line, column, message }) => (
            <tr key={`${line} ${column} ${message}`}>
              <td data-label={t('line')}>{line}</td>
              <td data-label={t('column')}>{column}</td>
              <td data-label={t('fault')}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
