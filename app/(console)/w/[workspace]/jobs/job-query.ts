import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anId, anyText, readTyped } from '#console/_ui/typed-filters.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';

const filters = {
  about: anyText(),
  status: {
    read: (text: string) => jobStatuses.find((each) => each === text.toUpperCase()),
    fault: 'choice',
  },
  workflow: anId,
  job: anId,
  entry: anId,
  ...dayFilters,
} as const;

/** The filters in the address, and the resulting query. */
export function readJobParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { about, status, workflow, job, entry, ...days } = read.values;
  return {
    ...read,
    query: { about, status, id: job, workflowId: workflow, entryId: entry, ...spanOf(days) },
  };
}
export type ReadJobParams = ReturnType<typeof readJobParams>;
