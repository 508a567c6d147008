import 'server-only';

import { z } from 'zod';
import { readDays, spanOf } from '#console/_ui/days.ts';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { jobStatuses } from '#lib/workflows/job-list.ts';

const isId = (text: string | undefined) => z.uuid().safeParse(text).success;

/** The filters as a person typed or shortened them, those that are none among them, and the query of the rest. */
export function readJobParams(params: SearchParams) {
  const typed = {
    status: jobStatuses.find((each) => each === paramOf(params, 'status')?.toUpperCase()),
    workflow: paramOf(params, 'workflow'),
    job: paramOf(params, 'job'),
    entry: paramOf(params, 'entry'),
    ...readDays(params),
  };
  const idIf = (value: string | undefined) => (isId(value) ? value : undefined);
  const query = {
    status: typed.status,
    id: idIf(typed.job),
    workflowId: idIf(typed.workflow),
    entryId: idIf(typed.entry),
    ...spanOf(typed),
  };
  const invalid = (['workflow', 'job', 'entry'] as const).filter((name) => typed[name] && !isId(typed[name]));
  return { typed, invalid, query };
}
export type ReadJobParams = ReturnType<typeof readJobParams>;
