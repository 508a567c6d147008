import { Alert, Checkbox, Select, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { prepareTest, testRun } from '../actions.ts';
import { type Saving, useEditor } from './editing.ts';

interface TestDialogProps {
  saving: Saving;
  workspace: string;
  onClose: () => void;
}

interface Prepared {
  isLive: boolean;
  entries: { id: string; title: string }[];
}

/** Runs what is edited on one entry, as a job of its own, and opens that job. */
export function TestDialog({ saving, workspace, onClose }: TestDialogProps) {
  const t = useTranslations('console.workflows.test');
  const { editing, titleOf } = useEditor();
  const { draft, kept } = editing;
  const id = saving.id ?? '';
  // Idempotency key: a repeated request starts only one job.
  const [jobId] = useState(() => uuidv7());
  const [{ isLive, entries }, setPrepared] = useState<Prepared>({ isLive: false, entries: [] });
  const [entry, setEntry] = useState<{ id: string; title: string }>();
  const [isConfirmed, setConfirmed] = useState(false);
  const preparing = useConsoleAction(prepareTest.bind(null, workspace));
  const testing = useConsoleAction(testRun.bind(null, workspace));
  // The chosen entry stays an option, whatever is searched for.
  const offered = [...(entry ? [entry] : []), ...entries.filter((each) => each.id !== entry?.id)];
  const find = (q: string) => preparing.run({ id, q }, setPrepared);
  const findSoon = useDebouncedCallback(find, 300);
  const first = useRef(find);
  useEffect(() => first.current(''), []);
  const start = () =>
    entry &&
    testing.run(
      {
        id,
        draft: { ...draft },
        entryId: entry.id,
        jobId,
        confirmed: isConfirmed,
        ...(kept ? { revision: kept.revision } : {}),
      },
      (job) => saving.leaveFor(`/jobs/${job.jobId}`),
      (failure) => {
        if (failure.code === 'changed-meanwhile' || failure.faults.length > 0) onClose();
        saving.showConflict(failure);
      },
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="lg"
      title={t('title')}
      onSubmit={start}
      submit={entry && (!isLive || isConfirmed) ? t('submit') : undefined}
      pending={testing.pending}
      failure={preparing.failure ?? testing.failure}
    >
      <Text size="sm">{t('text')}</Text>
      <Select
        label={t('entry')}
        searchable
        required
        data-autofocus
        data={offered.map(({ id: value, title: label }) => ({ value, label }))}
        value={entry?.id ?? null}
        onChange={(chosen) => setEntry(offered.find((each) => each.id === chosen))}
        onSearchChange={findSoon}
        // The server has searched, also by codes that the title does not show.
        filter={({ options }) => options}
        nothingFoundMessage={t('nothing')}
      />
      <div>
        <Text size="sm" fw={600}>
          {t('steps')}
        </Text>
        <ol className="effects">
          {draft.steps.map((step) => (
            <li key={step.id}>{titleOf(step)}</li>
          ))}
        </ol>
      </div>
      {isLive && (
        <Alert color="red" title={t('liveTitle')}>
          <p>{t('liveText')}</p>
          <Checkbox
            mt="sm"
            label={t('confirm')}
            checked={isConfirmed}
            onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
          />
        </Alert>
      )}
    </FormDialog>
  );
}
