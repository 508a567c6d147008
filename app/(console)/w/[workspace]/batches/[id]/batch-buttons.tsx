import { Button } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { ActButton } from '#console/_ui/buttons.tsx';
import type { Batch } from '#lib/batches/batches.ts';
import { operations } from '#lib/batches/operations.ts';
import { resume, stop } from '../actions.ts';

interface BatchButtonsProps {
  workspace: string;
  batch: Batch;
  file: string;
}

/** Stopping takes nothing back and can be undone: it is not asked after. */
export async function BatchButtons({ workspace, batch, file }: BatchButtonsProps) {
  const t = await getTranslations('console.batches.page');
  const { needs } = operations[batch.operation];
  const { id, completedAt, stoppedAt } = batch;
  return (
    <>
      {!completedAt &&
        (stoppedAt ? (
          <ActButton needs={needs} label={t('resume')} action={resume.bind(null, workspace, { id })} />
        ) : (
          <ActButton
            needs={needs}
            label={t('stop')}
            action={stop.bind(null, workspace, { id })}
            variant="light"
            color="red"
          />
        ))}
      <Button component="a" href={file} download data-export variant="default">
        {t('result')}
      </Button>
    </>
  );
}
