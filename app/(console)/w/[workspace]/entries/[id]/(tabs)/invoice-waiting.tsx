import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Icon } from '#console/_ui/icon.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { renderMessage } from '#console/w/[workspace]/jobs/[id]/render-message.ts';
import type { Context } from '#lib/context.ts';
import type { Submission } from '#lib/invoices/submissions.ts';
import { invoicesAhead } from '#lib/reports/series.ts';

/** What put an invoice off, and when it is tried again. */
export async function PutOff({ submission }: { submission: Submission }) {
  const t = await getTranslations('console.invoices.card.status');
  const title = t(submission.status === 'queued' ? 'waiting' : 'unanswered');
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={title}>
      <Obstacle of={submission} />
    </Alert>
  );
}

/** In its place in the series: alone, behind others, or behind one that does not get through. */
export async function InLine({ ctx, submission }: { ctx: Context; submission: Submission }) {
  const t = await getTranslations('console.invoices.card.status');
  const { count, first } = await invoicesAhead(ctx, submission);
  if (!first) return <p role="status">{t('queued')}</p>;
  const toFirst = (
    <Link href={workspacePath(ctx.workspace.slug, `/entries/${first.entryId}`)}>{t('first')}</Link>
  );
  if (!first.obstacle) {
    return (
      <p role="status">
        {t('behind', { count })}. {t('inOrder')} {toFirst}
      </p>
    );
  }
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={t('behind', { count })}>
      {t('blocked')} <Obstacle of={first} />
      <p className="card-next">{toFirst}</p>
    </Alert>
  );
}

async function Obstacle({ of: { obstacle, nextAttemptAt } }: { of: Submission }) {
  const t = await getTranslations('console.invoices.card');
  const { text, lang } = obstacle ? renderMessage(obstacle, await getLocale()) : { text: '' };
  return (
    <>
      <span lang={lang}>{text}</span>
      {nextAttemptAt && (
        <p className="card-next">
          {t('nextAttempt')} <Moment at={nextAttemptAt} />.
        </p>
      )}
    </>
  );
}
