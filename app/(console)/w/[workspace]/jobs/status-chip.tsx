import { useTranslations } from 'next-intl';

import type { jobStatuses } from '#lib/workflows/job-list.ts';
import '../_parts/parts.css';
import './jobs.css';

type Status = (typeof jobStatuses)[number] | 'SKIP';
/** Of a job, of an event of a step, or of a step that has not begun. */
export type ShownStatus = Status | 'cancelled' | 'begun' | 'pending' | 'unused';

/** A job that somebody ended has not failed by itself. */
export const shownStatus = ({
  status,
  faults,
}: {
  status: Status;
  faults: { code: string }[];
}): ShownStatus => (faults.at(-1)?.code === 'cancelled' ? 'cancelled' : status);

/** A word and its colour. */
export function StatusChip({ of: status }: { of: ShownStatus }) {
  const t = useTranslations('console.jobs.statuses');
  return <span className={`status status-${status}`}>{t(status)}</span>;
}
