'use client';

import { Alert, Button, FileButton, Group, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState, useTransition } from 'react';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import type { HeadingColumn, UploadColumn, UploadKind } from '#lib/batches/upload.ts';
import type { UploadAnswer, UploadFaultText } from '../upload-answer.ts';

interface UploadFormProps {
  batchesPath: string;
  kind: UploadKind;
  workflows: { value: string; label: string }[];
  /** Columns that a column of the file can be. */
  offered: { value: string; label: string }[];
  /** Whether the offered workflows send invoices to the authority, which can not be undone. */
  isIssuing: boolean;
}

type Checked = Exclude<UploadAnswer, { kind: 'started' }>;

interface Sent {
  file: File;
  columns?: readonly HeadingColumn[] | undefined;
  attemptId?: string;
}

/** Checks the file as soon as it is chosen. Starting sends it again, because the server does not store it. */
export function UploadForm({ batchesPath, kind, workflows, offered, isIssuing }: UploadFormProps) {
  const t = useTranslations('console.batches.upload');
  const router = useRouter();
  const reset = useRef<() => void>(null);
  const lastRequest = useRef(0);
  const [workflow, setWorkflow] = useState('');
  const [chosen, setChosen] = useState<{ file: File; attemptId: string }>();
  const [checked, setChecked] = useState<Checked>();
  /** Id of the batch of the valid rows, if it was started in spite of the faults. */
  const [started, setStarted] = useState<string>();
  const [failed, setFailed] = useState<'refused' | 'network'>();
  const [pending, startTransition] = useTransition();
  const hasFaults = checked !== undefined && checked.faultCount > 0;

  const formOf = ({ file, columns }: Sent) => {
    const form = new FormData();
    form.set('file', file);
    form.set('kind', kind);
    form.set('workflow', workflow);
    if (columns && columns.length > 0) {
      form.set('columns', JSON.stringify(columns.map(({ heading, column }) => ({ heading, column }))));
    }
    return form;
  };
  const post = (body: FormData) =>
    fetch(`${batchesPath}/upload`, { method: 'POST', body }).catch(() => undefined);
  const send = (sent: Sent) =>
    startTransition(async () => {
      lastRequest.current += 1;
      const request = lastRequest.current;
      const form = formOf(sent);
      if (sent.attemptId) form.set('start', sent.attemptId);
      if (sent.attemptId && hasFaults) form.set('skip', '1');
      const response = await post(form);
      const answer = response?.ok ? ((await response.json()) as UploadAnswer) : undefined;
      // The answer to an earlier choice may come after that to a later one.
      if (request !== lastRequest.current) return;
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
    setStarted(undefined);
    send({ file, columns: checked?.columns });
    setChecked(undefined);
    // Allows choosing the same file again after correcting it.
    reset.current?.();
  };
  const setColumn = (index: number, column: string) => {
    if (!checked || !chosen) return;
    const columns = checked.columns.map((each, place) => {
      if (place === index) return { ...each, column };
      return each.column === column ? { ...each, column: '' } : each;
    });
    setChecked({ ...checked, columns });
    // Other columns are other rows, which need a batch of their own.
    setChosen({ file: chosen.file, attemptId: crypto.randomUUID() });
    send({ file: chosen.file, columns });
  };
  const download = () =>
    startTransition(async () => {
      if (!checked || !chosen) return;
      const form = formOf({ file: chosen.file, columns: checked.columns });
      form.set('mend', '1');
      const response = await post(form);
      if (!response?.ok) return setFailed(response ? 'refused' : 'network');
      const url = URL.createObjectURL(await response.blob());
      const name = chosen.file.name.replace(/\.[^.]*$/, '').slice(0, 80);
      const link = Object.assign(document.createElement('a'), {
        href: url,
        download: `${t('mendName', { name })}.csv`,
      });
      link.click();
      URL.revokeObjectURL(url);
    });
  const titleOf = (column: string) => offered.find(({ value }) => value === column)?.label ?? column;
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
        {chosen && <bdi className="hint upload-name">{chosen.file.name}</bdi>}
      </Group>
      {failed && (
        <Alert role="alert" color="red" variant="light" icon={<Icon name="note" />} title={t('failedTitle')}>
          {t(failed)}
        </Alert>
      )}
      {checked && checked.columns.length > 0 && (
        <ColumnChoice columns={checked.columns} offered={offered} onChoose={setColumn} />
      )}
      {checked && checked.missing.length > 0 && (
        <Notice tone="wait" title={t('missing', { count: checked.missing.length })}>
          {t('missingText', {
            count: checked.missing.length,
            columns: checked.missing.map(titleOf).join(', '),
          })}
        </Notice>
      )}
      {checked && checked.validCount > 0 && chosen && !started && (
        <>
          <Notice tone="good" title={t(`ready.${kind}`, { count: checked.validCount })}>
            {checked.titles.join(', ')}
            {checked.validCount > checked.titles.length && '…'}
            {checked.existing > 0 && <div>{t('existing', { count: checked.existing })}</div>}
          </Notice>
          {isIssuing && workflow && (
            <Notice tone="wait" title={t('issuingTitle')}>
              {t('issuing', { count: checked.validCount })}
            </Notice>
          )}
          <Button
            onClick={() => send({ file: chosen.file, columns: checked.columns, attemptId: chosen.attemptId })}
            loading={pending}
            className="upload-start"
          >
            {t(isIssuing && workflow ? 'startIssuing' : `start.${kind}`, { count: checked.validCount })}
            {hasFaults && ` ${t('withoutFaults')}`}
          </Button>
        </>
      )}
      {checked && started && (
        <Notice tone="good" title={t(`begun.${kind}`, { count: checked.validCount })}>
          <Link href={`${batchesPath}/${started}`}>{t('seeBatch')}</Link>
        </Notice>
      )}
      {checked && hasFaults && (
        <UploadFaults
          faults={checked.faults}
          faultCount={checked.faultCount}
          validRows={started ? 'started' : checked.validCount > 0 ? 'startable' : 'none'}
        >
          {checked.mendLines > 0 && (
            <Button
              variant={started || checked.validCount === 0 ? 'filled' : 'default'}
              loading={pending}
              onClick={download}
              className="upload-start"
            >
              {t('mend', { count: checked.mendLines })}
            </Button>
          )}
        </UploadFaults>
      )}
    </section>
  );
}

interface ColumnChoiceProps {
  columns: UploadColumn[];
  offered: UploadFormProps['offered'];
  onChoose: (index: number, column: string) => void;
}

/** Each column of the file with its first values and a select of what it is. */
function ColumnChoice({ columns, offered, onChoose }: ColumnChoiceProps) {
  const t = useTranslations('console.batches.upload');
  return (
    <div>
      <h2 className="upload-mapping">{t('mapping')}</h2>
      <p className="hint">{t('mappingLead')}</p>
      <table className="rows upload-columns">
        <thead>
          <tr>
            <th scope="col">{t('heading')}</th>
            <th scope="col">{t('samples')}</th>
            <th scope="col">{t('is')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ heading, column, samples }, index) => {
            if (!heading && samples.length === 0) return null;
            const name = heading || t('noHeading', { number: index + 1 });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its place in the file.
              <tr key={index} data-ignored={column === '' || undefined}>
                <td>
                  <bdi>
                    <strong>{name}</strong>
                  </bdi>
                </td>
                <td data-label={t('samples')} className="upload-samples">
                  <bdi>{samples.join(' · ')}</bdi>
                </td>
                <td data-label={t('is')}>
                  <NativeSelect
                    size="xs"
                    aria-label={t('isOf', { heading: name })}
                    value={column}
                    onChange={({ currentTarget: { value } }) => onChoose(index, value)}
                    data={[{ value: '', label: t('ignore') }, ...offered]}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface UploadFaultsProps {
  faults: UploadFaultText[];
  faultCount: number;
  /** Their batch was started, can be started, or there are no valid rows. */
  validRows: 'started' | 'startable' | 'none';
  /** The button that downloads the lines to correct. */
  children: ReactNode;
}

function UploadFaults({ faults, faultCount, validRows, children }: UploadFaultsProps) {
  const t = useTranslations('console.batches.upload');
  return (
    <>
      <Notice tone="bad" title={t('faulty', { count: faultCount })}>
        {faultCount > faults.length && `${t('faultyMore', { count: faults.length })} `}
        {t(`faultyText.${validRows}`)}
      </Notice>
      {children}
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
              <td data-label={t('column')}>
                <bdi>{column}</bdi>
              </td>
              <td data-label={t('fault')}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
