import { pageOf, pageResponse } from '#app/api/_wire/page.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { page } from '#lib/paging.ts';
import { listJobs } from '#lib/workflows/job-list.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import {
  JobInList,
  JobInput,
  JobQuery,
  jobInList,
  jobInput,
  jobQuery,
  namedAsSent,
  WholeJob,
  wholeJob,
} from '../_wire/job.ts';

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
    failures: ['conflict', 'gone'],
  },
  async (ctx, { body }) => {
    const job = await createJob(ctx, jobInput(body)).catch(namedAsSent);
    return { status: 202, body: await wholeJob(ctx, job) };
  },
);

export const GET = endpoint(
  {
    ...here,
    operation: 'listJobs',
    summary: 'List jobs, the newest first',
    query: JobQuery,
    answers: { 200: pageOf(JobInList) },
  },
  async (ctx, { query }) => ({
    body: pageResponse(page(await listJobs(ctx, jobQuery(query)), query), jobInList),
  }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
