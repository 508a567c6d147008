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
  batches: string;
  kind: UploadKind;
  workflows: { value: string; label: string }[];
  /** Whether the workflow sends invoices to the authority irrevocably. */
  isIssuing: boolean;
}

type Checked = Exclude<UploadAnswer, { kind: 'started' }>;

/** Checks the file once it is chosen. Starting sends it again, because the server does not store a checked file. */
export function UploadForm({ batches, kind, workflows, isIssuing }: UploadFormProps) {
  const t = useTranslations('console.batches.upload');
  const router = useRouter();
  const reset = useRef<() => void>(null);
  const [workflow, setWorkflow] = useState('');
  const [file, setFile] = useState<{ file: File; attempt: string }>();
  const [checked, setChecked] = useState<Checked>();
  /** Id of the batch of the valid rows, if it was started in spite of the faults. */
  const [started, setStarted] = useState<string>();
  const [failed, setFailed] = useState<'refused' | 'network'>();
  const [pending, startTransition] = useTransition();

  const send = (chosen: File, start?: string) =>
    startTransition(async () => {
      const form = new FormData();
      form.set('file', chosen);
      form.set('kind', kind);
      form.set('workflow', workflow);
      const isPart = checked !== undefined && checked.total > 0;
      if (start) form.set('start', start);
      if (start && isPart) form.set('skip', '1');
      const response = await fetch(`${batches}/upload`, { method: 'POST', body: form }).catch(
        () => undefined,
      );
      const answer = response?.ok ? ((await response.json()) as UploadAnswer) : undefined;
      startTransition(() => {
        setFailed(answer ? undefined : response ? 'refused' : 'network');
        if (answer?.kind !== 'started') setChecked(answer);
        else if (isPart) setStarted(answer.id);
        else router.push(`${batches}/${answer.id}`);
      });
    });
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    setFile({ file: chosen, attempt: crypto.randomUUID() });
    setChecked(undefined);
    setStarted(undefined);
    send(chosen);
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
            <Button {...props} variant={checked?.count ? 'default' : 'filled'} loading={pending}>
              {t(file ? 'chooseAgain' : 'choose')}
            </Button>
          )}
        </FileButton>
        {file && <bdi className="hint">{file.file.name}</bdi>}
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
      {checked && checked.count > 0 && file && !started && (
        <>
          <Notice tone="good" title={t(`ready.${kind}`, { count: checked.count })}>
            {checked.titles.join(', ')}
            {checked.count > checked.titles.length && '…'}
          </Notice>
          {isIssuing && workflow && (
            <Notice tone="wait" title={t('issuingTitle')}>
              {t('issuing', { count: checked.count })}
            </Notice>
          )}
          <Button
            onClick={() => send(file.file, file.attempt)}
            loading={pending}
            variant={checked.total > 0 ? 'default' : 'filled'}
            className="upload-start"
          >
            {t(isIssuing && workflow ? 'startIssuing' : `start.${kind}`, { count: checked.count })}
            {checked.total > 0 && ` ${t('withoutFaults')}`}
          </Button>
        </>
      )}
      {checked && started && (
        <Notice tone="good" title={t(`begun.${kind}`, { count: checked.count })}>
          <Link href={`${batches}/${started}`}>{t('seeBatch')}</Link>
        </Notice>
      )}
      {checked && checked.total > 0 && (
        <UploadFaults
          faults={checked.faults}
          total={checked.total}
          rest={started ? 'made' : checked.count > 0 ? 'good' : 'none'}
        />
      )}
    </section>
  );
}

interface UploadFaultsProps {
  faults: UploadFaultText[];
  total: number;
  /** State of the valid rows: already `made`, `good` to be made, or `none`. */
  rest: 'made' | 'good' | 'none';
}

function UploadFaults({ faults, total, rest }: UploadFaultsProps) {
  const t = useTranslations('console.batches.upload');
  return (
    <>
      <Notice tone="bad" title={t('faulty', { count: total })}>
        {total > faults.length && `${t('faultyMore', { count: faults.length })} `}
        {t(`faultyText.${rest}`)}
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
