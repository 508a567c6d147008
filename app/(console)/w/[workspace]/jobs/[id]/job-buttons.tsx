import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { cancel, runJobAgain } from './actions.ts';
import type { FoundJob } from './require-job.ts';

/** What can be done with a job: end it while it runs, run it again once it has ended. */
export async function JobButtons({ job: { ctx, row, workflowName, entryName } }: { job: FoundJob }) {
  const t = await getTranslations('console.jobs.job');
  const names = { workflow: workflowName, entry: entryName };
  const { slug } = ctx.workspace;
  return row.completedAt ? (
    <ConfirmButton
      needs="jobs:write"
      label={t('again')}
      title={t('againTitle')}
      action={runJobAgain.bind(null, slug, { id: row.id })}
      variant={row.status === 'OK' ? 'default' : 'filled'}
      color="petrol"
    >
      {t('againText', names)}
    </ConfirmButton>
  ) : (
    <ConfirmButton
      needs="jobs:write"
      label={t('cancel')}
      title={t('cancelTitle', names)}
      keep={t('cancelKeep')}
      action={cancel.bind(null, slug, { id: row.id })}
      done={t('cancelDone')}
      variant="light"
    >
      {t('cancelText', names)}
    </ConfirmButton>
  );
}
