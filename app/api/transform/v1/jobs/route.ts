import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page, pageOf } from '#lib/paging.ts';
import { JobQuery, listJobs } from '#lib/workflows/job-list.ts';
import { jobInList, wholeJob } from '#lib/workflows/job-response.ts';
import { JobInList, WholeJob } from '#lib/workflows/job-schema.ts';
import { createJob, JobInput } from '#lib/workflows/jobs.ts';

const here = { service: 'transform', version: 'v1', route: 'jobs', tag: 'Jobs' } as const;

export const POST = endpoint(
  {
    ...here,
    operation: 'createJob',
    idempotency: 'by-key',
    summary: 'Run a workflow on an entry',
    details: 'The same `key` with the same workflow and entry again gives the job that is there already.',
    body: JobInput,
    answers: { 202: WholeJob },
    failures: ['conflict'],
  },
  async (ctx, { body }) => ({ status: 202, body: await wholeJob(ctx, await createJob(ctx, body)) }),
);

export const GET = endpoint(
  {
    ...here,
    operation: 'listJobs',
    summary: 'List jobs, the newest first',
    query: JobQuery,
    answers: { 200: pageOf(JobInList) },
  },
  async (ctx, { query }) => ({ body: page(await listJobs(ctx, query), query, jobInList) }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
