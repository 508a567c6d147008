import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anId, aReason, readTyped } from '#console/_ui/typed-filters.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';

const filters = {
  status: {
    read: (text: string) => jobStatuses.find((each) => each === text.toUpperCase()),
    fault: 'choice',
  },
  reason: aReason,
  workflow: anId,
  job: anId,
  entry: anId,
  ...dayFilters,
} as const;

/** The filters in the address, and the resulting query. */
export function readJobParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { status, reason, workflow, job, entry, ...days } = read.values;
  return {
    ...read,
    query: { status, reason, id: job, workflowId: workflow, entryId: entry, ...spanOf(days) },
  };
}
export type ReadJobParams = ReturnType<typeof readJobParams>;
