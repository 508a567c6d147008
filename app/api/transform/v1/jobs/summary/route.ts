import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { JobSummaryQuery, summariseJobs } from '#lib/workflows/job-list.ts';

/** How far a batch is: the jobs that carry its tag, by status. */
export const GET = endpoint(
  { service: 'transform', version: 'v1', route: 'jobs/summary', query: JobSummaryQuery },
  async (ctx, { query: { tag } }) => {
    const status = await summariseJobs(ctx, tag);
    const total = Object.values(status).reduce((sum, count) => sum + count, 0);
    return { body: { tag, total, completed: status.OK + status.KO, status } };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
