import { getTranslations } from 'next-intl/server';
import { ActButton } from '#console/_ui/buttons.tsx';
import { isPermitted } from '#lib/roles.ts';
import { interventionsOf } from '#lib/workflows/intervene.ts';
import { retry } from './actions.ts';
import type { FoundJob } from './require-job.ts';
import { SkipDialog } from './skip-dialog.tsx';

/** What a person may do with the step that the job waits at. */
export async function StepActs({ job: { ctx, row }, step }: { job: FoundJob; step: string }) {
  const t = await getTranslations('console.jobs.job');
  const may = interventionsOf(row);
  const { slug } = ctx.workspace;
  if (!(may.retry || may.skip) || !isPermitted(ctx, 'jobs:write')) return null;
  return (
    <div className="step-acts">
      {may.retry && (
        <ActButton
          label={t('retry')}
          action={retry.bind(null, slug, { id: row.id })}
          done={t('retryDone')}
          variant="default"
        />
      )}
      {may.skip && <SkipDialog workspace={slug} job={row.id} step={step} />}
    </div>
  );
}
