import 'server-only';

import { dayFilters, spanOf, withPeriod } from '#console/_ui/days.ts';
import type { SearchParams } from '#console/_ui/list-page.tsx';
import { anId, anyText, aReason, readTyped } from '#console/_ui/typed-filters.ts';
import { jobStatuses } from '#lib/workflows/job-list.ts';

/** Filter choice that is not one status: jobs that have not ended. */
export const openJobs = 'OPEN';

const filters = {
  about: anyText(),
  status: {
    read: (text: string) => ([...jobStatuses, openJobs] as const).find((each) => each === text.toUpperCase()),
    fault: 'choice',
  },
  reason: aReason,
  workflow: anId,
  version: {
    read: (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? text : undefined),
    fault: 'number',
  },
  job: anId,
  entry: anId,
  ...dayFilters,
} as const;

/** The filters in the address, and the resulting query. */
export function readJobParams(params: SearchParams) {
  const read = readTyped(withPeriod(params), filters);
  const { about, status, reason, workflow, version, job, entry, ...days } = read.values;
  const statusQuery = status === openJobs ? { open: true } : { status };
  return {
    ...read,
    query: {
      about,
      ...statusQuery,
      reason,
      id: job,
      workflowId: workflow,
      workflowVersion: version === undefined ? undefined : Number(version),
      entryId: entry,
      ...spanOf(days),
    },
  };
}
export type ReadJobParams = ReturnType<typeof readJobParams>;
