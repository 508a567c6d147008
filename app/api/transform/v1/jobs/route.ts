import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { JobQuery, listJobs } from '#lib/workflows/job-list.ts';
import { jobInList, wholeJob } from '#lib/workflows/job-response.ts';
import { createJob, JobInput } from '#lib/workflows/jobs.ts';

const here = { service: 'transform', version: 'v1', route: 'jobs' } as const;

export const POST = endpoint({ ...here, body: JobInput }, async (ctx, { body }) => ({
  status: 202,
  body: await wholeJob(ctx, await createJob(ctx, body)),
}));

export const GET = endpoint({ ...here, query: JobQuery }, async (ctx, { query }) => ({
  body: page(await listJobs(ctx, query), query, jobInList),
}));

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
