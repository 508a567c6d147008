import { useTranslations } from 'next-intl';
import type { jobStatuses } from '#lib/workflows/job-list.ts';

/** Of a job, of an event of a step, or of a step that has not begun. */
export type ShownStatus = (typeof jobStatuses)[number] | 'SKIP' | 'pending' | 'unused';

/** A word and its colour. */
export function StatusChip({ of: status }: { of: ShownStatus }) {
  const t = useTranslations('console.jobs.statuses');
  return <span className={`status status-${status}`}>{t(status)}</span>;
}
