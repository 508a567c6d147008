import 'server-only';

import { z } from 'zod';
import { JobQuery, jobStatuses } from '#lib/workflows/job-list.ts';

/** The parameters of the list's address, as a person may have typed or shortened them. */
type JobParams = Partial<Record<'status' | 'workflow' | 'job' | 'entry' | 'cursor', string>>;

const pageSize = 25;
const isId = (text: string | undefined) => z.uuid().safeParse(text).success;

/** The filters as they were typed, those that are none among them, and the query of the rest. */
export function readJobParams(given: Record<string, string | string[] | undefined>) {
  const typed: JobParams = {};
  for (const name of ['status', 'workflow', 'job', 'entry', 'cursor'] as const) {
    const value = given[name];
    if (typeof value === 'string' && value.trim()) typed[name] = value.trim();
  }
  const status = jobStatuses.find((each) => each === typed.status?.toUpperCase());
  const idIf = (value: string | undefined) => (isId(value) ? value : undefined);
  const query = JobQuery.parse({
    limit: pageSize,
    cursor: typed.cursor?.slice(0, 200),
    status,
    id: idIf(typed.job),
    workflow_id: idIf(typed.workflow),
    silo_entry_id: idIf(typed.entry),
  });
  const faulty = (['workflow', 'job', 'entry'] as const).filter((name) => typed[name] && !isId(typed[name]));
  return { typed: { ...typed, status }, faulty, query };
}
export type ReadJobParams = ReturnType<typeof readJobParams>;
