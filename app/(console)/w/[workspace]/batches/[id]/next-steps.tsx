'use client';

import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Failure, usePermission } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { type FoundMailed, findMailed, findNextSteps, type PreparedRun, prepareRun } from '../actions.ts';

// Loaded when a dialog is first opened.
const ActDialog = dynamic(() => import('../act-dialog.tsx').then((module) => module.ActDialog));
const RunDialog = dynamic(() => import('../run-dialog.tsx').then((module) => module.RunDialog));

interface NextStepsProps {
  workspace: string;
  batchId: string;
  list: 'suppliers' | 'invoices';
  /** Numbers of entries on which no workflow has run, and of suppliers whose link was not mailed. */
  counts: { startable: number; mailable: number };
}

/** Next steps after an upload: the buttons open the dialogs that the lists have for selected rows. */
export function NextSteps({ workspace, batchId, list, counts }: NextStepsProps) {
  const t = useTranslations('console.batches.next');
  const isPermitted = usePermission();
  const [toRun, setToRun] = useState<{ ids: string[]; found: PreparedRun }>();
  const [toMail, setToMail] = useState<FoundMailed>();
  const mailing = useConsoleAction(findMailed.bind(null, workspace));
  const finding = useConsoleAction(findNextSteps.bind(null, workspace));
  const preparing = useConsoleAction(prepareRun.bind(null, workspace));
  const start = () =>
    finding.run({ id: batchId }, ({ startable: ids }) => {
      if (ids.length === 0) return notifications.show({ message: t('nothing') });
      preparing.run({ list, ids }, (found) => setToRun({ ids, found }));
    });
  const mail = () =>
    finding.run({ id: batchId }, ({ mailable }) => {
      if (mailable.length > 0) mailing.run({ ids: mailable }, setToMail);
      else notifications.show({ message: t('nothing') });
    });
  const pending = finding.pending || preparing.pending || mailing.pending;
  return (
    <>
      <Group gap="0.5rem">
        {counts.startable > 0 && isPermitted('jobs:write') && (
          <Button onClick={start} loading={pending}>
            {t(`start.${list}`, { count: counts.startable })}
          </Button>
        )}
        {counts.mailable > 0 && isPermitted('registrations:write') && (
          <Button onClick={mail} loading={pending} variant={counts.startable > 0 ? 'default' : 'filled'}>
            {t('mail', { count: counts.mailable })}
          </Button>
        )}
      </Group>
      <Failure of={finding.failure ?? preparing.failure ?? mailing.failure} />
      {toRun && (
        <RunDialog
          workspace={workspace}
          list={list}
          ids={toRun.ids}
          initial={toRun.found}
          title={t(`start.${list}`, { count: toRun.ids.length })}
          onClose={() => setToRun(undefined)}
        />
      )}
      {toMail && (
        <ActDialog
          workspace={workspace}
          act="mail-link"
          ids={toMail.ids}
          left={0}
          mailed={toMail}
          onClose={() => setToMail(undefined)}
        />
      )}
    </>
  );
}
