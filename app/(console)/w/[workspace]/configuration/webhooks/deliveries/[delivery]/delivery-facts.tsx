import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { DeliveryRow } from '#lib/webhooks/deliveries.ts';
import type { LastAttempt } from '#lib/webhooks/last-attempts.ts';
import { Moment } from '../../../../../../_shell/moment.tsx';
import { workspacePath } from '../../../../../../_shell/navigation.ts';
import { DeliveryStatus } from '../delivery-status.tsx';
import { Outcome } from '../outcome.tsx';

interface DeliveryFactsProps {
  workspace: string;
  delivery: DeliveryRow;
  last: LastAttempt | undefined;
}

/** Where it goes, what it is about, and how it stands. */
export async function DeliveryFacts({ workspace, delivery, last }: DeliveryFactsProps) {
  const t = await getTranslations('console.configuration.deliveries');
  const { status, url, createdAt, attempts, nextAttemptAt, entryId, jobId } = delivery;
  const facts: [string, ReactNode][] = [
    [t('status'), <DeliveryStatus key="status" of={status} />],
    [t('outcome'), <Outcome key="outcome" delivery={delivery} last={last} />],
    [t('url'), url],
    [t('time'), <Moment key="time" at={createdAt} />],
    [t('attempts'), attempts],
  ];
  if (nextAttemptAt) facts.push([t('nextAttempt'), <Moment key="next" at={nextAttemptAt} />]);
  const to = (path: string) => workspacePath(workspace, path);
  if (entryId)
    facts.push([t('supplier'), <IdLink key="entry" to={to(`/entries/${entryId}`)} id={entryId} />]);
  if (jobId) facts.push([t('job'), <IdLink key="job" to={to(`/jobs/${jobId}`)} id={jobId} />]);
  return (
    <div className="sheet sheet-text">
      <dl className="fact-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function IdLink({ to, id }: { to: string; id: string }) {
  return (
    <Link href={to}>
      <code>{id}</code>
    </Link>
  );
}
