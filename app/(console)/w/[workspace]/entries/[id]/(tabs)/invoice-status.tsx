import { Alert } from '@mantine/core';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, LinkButton } from '#console/_ui/buttons.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { nextTryText } from '#console/w/[workspace]/_entries/reason.tsx';
import { lockedBy } from '#console/w/[workspace]/entries/require-entry.ts';
import { retry } from '#console/w/[workspace]/jobs/[id]/actions.ts';
import { FaultText, renderMessage } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import type { Context } from '#lib/context.ts';
import type { StoredFault } from '#lib/faults.ts';
import { needsCreditInvoice } from '#lib/invoices/credit-registry.ts';
import type { Submission } from '#lib/invoices/submissions.ts';
import { queuePositionOf } from '#lib/reports/series.ts';
import { isPermitted } from '#lib/roles.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { fetchJob } from '#lib/workflows/jobs.ts';
import { interventionsOf } from '#lib/workflows/retry-and-skip.ts';
import { changeInvoiceToCredit } from './actions.ts';

interface InvoiceStatusProps {
  ctx: Context;
  entry: EntryRow;
  submission: Submission | undefined;
}

/** The invoice's status in a sentence, with the obstacle if there is one. */
export async function InvoiceStatus({ ctx, entry, submission }: InvoiceStatusProps) {
  const t = await getTranslations('console.invoices.card');
  const faults = faultsOf(entry, submission);
  if (faults.length > 0) {
    return (
      <Alert
        color="red"
        icon={<Icon name="note" />}
        title={t(submission?.status === 'refused' ? 'status.refused' : 'status.stopped')}
      >
        <ul className="plain-list">
          {faults.map((fault, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: faults are only ever added at the end
            <li key={index}>
              <FaultText of={fault} />
            </li>
          ))}
        </ul>
        {faults.some(({ code }) => code === needsCreditInvoice) ? (
          <div className="card-next">
            <ActButton
              needs="entries:write"
              size="sm"
              label={t('fce.act')}
              done={t('fce.done')}
              action={changeInvoiceToCredit.bind(null, ctx.workspace.slug, { id: entry.id })}
            />
          </div>
        ) : (
          <>
            <p className="card-next">{t('status.again')}</p>
            {lockedBy(entry, submission) === undefined && (
              <div className="card-next">
                <LinkButton
                  needs="entries:write"
                  size="sm"
                  variant="default"
                  href={workspacePath(ctx.workspace.slug, `/entries/${entry.id}/edit`)}
                >
                  {t('status.edit')}
                </LinkButton>
              </div>
            )}
          </>
        )}
      </Alert>
    );
  }
  if (submission?.obstacle) return <PutOff ctx={ctx} submission={submission} />;
  if (submission?.status === 'queued') return <InLine ctx={ctx} submission={submission} />;
  if (entry.state === 'error' && submission?.status !== 'authorised') {
    return <p role="status">{t('status.changed')}</p>;
  }
  const status = submission?.status ?? 'unsent';
  return (
    <p role="status">
      {t(`status.${status}`)}{' '}
      {status === 'authorised' && submission?.settledAt && <Moment at={submission.settledAt} />}
    </p>
  );
}

/** Faults of the last job if it failed; otherwise those of the authority if it refused the invoice. */
function faultsOf({ state, faults }: EntryRow, submission: Submission | undefined): StoredFault[] {
  if (submission?.status === 'authorised') return [];
  if (state === 'error') return faults;
  return submission?.status === 'refused' ? submission.faults : [];
}

/** Why an invoice was postponed, and when it will be tried again. */
async function PutOff({ ctx, submission }: { ctx: Context; submission: Submission }) {
  const t = await getTranslations('console.invoices.card.status');
  const title = t(submission.status === 'queued' ? 'waiting' : 'unanswered');
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={title}>
      <Obstacle of={submission} />
      <TryNow ctx={ctx} submission={submission} />
    </Alert>
  );
}

/** A button that tries the invoice now, or why there is none. */
async function TryNow({ ctx, submission: { jobId } }: { ctx: Context; submission: Submission }) {
  if (!isPermitted(ctx, 'jobs:write')) return null;
  const t = await getTranslations('console.invoices.card.status');
  const job = await fetchJob(ctx, jobId);
  if (!interventionsOf(job).retry) {
    return <p className="card-next hint">{t(job.completedAt ? 'jobEnded' : 'trying')}</p>;
  }
  return (
    <div className="card-next">
      <ActButton
        size="sm"
        variant="default"
        label={t('tryNow')}
        done={t('trying')}
        action={retry.bind(null, ctx.workspace.slug, { id: jobId })}
      />
    </div>
  );
}

/** Position in the series: first, behind others, or behind a blocked one. */
async function InLine({ ctx, submission }: { ctx: Context; submission: Submission }) {
  const t = await getTranslations('console.invoices.card.status');
  const { count, first } = await queuePositionOf(ctx, submission);
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
      <TryNow ctx={ctx} submission={first} />
      <p className="card-next">{toFirst}</p>
    </Alert>
  );
}

async function Obstacle({ of: { obstacle, nextAttemptAt } }: { of: Submission }) {
  const { text, lang } = obstacle ? renderMessage(obstacle, await getLocale()) : { text: '' };
  return (
    <>
      <span lang={lang}>{text}</span>
      {nextAttemptAt && <p className="card-next">{await nextTryText(nextAttemptAt)}</p>}
    </>
  );
}
