import { z } from 'zod';
import { JobSummaryQuery } from '#app/api/transform/v1/_wire/job-input.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { jobStatuses, summariseJobs } from '#lib/workflows/job-list.ts';

const JobSummary = z.object({
  tag: z.string(),
  total: z.int(),
  completed: z.int(),
  status: z.record(z.enum(jobStatuses), z.int()).describe('How many are in each.'),
});

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'jobs/summary',
    operation: 'summariseJobs',
    summary: 'Say how far a batch is: the jobs that carry its tag, by status',
    tag: 'Jobs',
    query: JobSummaryQuery,
    answers: { 200: JobSummary },
  },
  async (ctx, { query: { tag } }) => {
    const status = await summariseJobs(ctx, tag);
    const total = Object.values(status).reduce((sum, count) => sum + count, 0);
    return { body: { tag, total, completed: status.OK + status.KO, status } };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
