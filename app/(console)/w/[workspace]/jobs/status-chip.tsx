import { useTranslations } from 'next-intl';
import { Chip } from '#console/_ui/chip.tsx';
import type { jobStatuses } from '#lib/workflows/job-list.ts';

type JobStatus = (typeof jobStatuses)[number] | 'SKIP';
/** Status of a job, of a step's event, or of a step that has not begun. */
export type Status = JobStatus | 'cancelled' | 'begun' | 'pending' | 'unused';

interface JobFacts {
  status: JobStatus;
  faults: { code: string }[];
}

/** Status of a job. A cancelled job is not shown as failed. */
export const statusOf = ({ status, faults }: JobFacts): Status =>
  faults.at(-1)?.code === 'cancelled' ? 'cancelled' : status;

export function StatusChip({ of: status }: { of: Status }) {
  const t = useTranslations('console.jobs.statuses');
  return (
    <Chip kind="status" tone={status}>
      {t(status)}
    </Chip>
  );
}
