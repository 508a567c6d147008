import { fromResponse, pageResponse, timedPageOf } from '#app/api/_wire/page.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { page } from '#lib/paging.ts';
import { listJobs } from '#lib/workflows/job-list.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { awaitedJob, JobInList, jobInList, WholeJob, wholeJob } from '../_wire/job.ts';
import { JobInput, JobQuery, JobWait, jobInput, jobQuery, namedAsSent } from '../_wire/job-input.ts';

const here = { service: 'transform', version: 'v1', route: 'jobs', tag: 'Jobs' } as const;

export const POST = endpoint(
  {
    ...here,
    operation: 'createJob',
    idempotency: 'by-key',
    summary: 'Run a workflow on an entry, or on a document',
    details: [
      'The same `key` with the same workflow and entry, or document, again gives the job that is there already. A',
      'document is kept as an entry of its own, in the first folder that is for its kind: of parties `suppliers`.',
    ].join(' '),
    query: JobWait,
    body: JobInput,
    answers: { 202: WholeJob },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { body }) => {
    const job = await createJob(ctx, jobInput(body)).catch(namedAsSent);
    return { status: 202, body: await wholeJob(ctx, job) };
  },
  awaitedJob,
  async (ctx, { body }) => {
    const { data } = jobInput(body);
    if (data) await learnIssuerStatus(ctx, data);
  },
);

export const GET = endpoint(
  {
    ...here,
    operation: 'listJobs',
    summary: 'List jobs, the newest first',
    query: JobQuery,
    answers: { 200: timedPageOf(JobInList) },
  },
  async (ctx, { query }) => ({
    body: {
      ...pageResponse(page(await listJobs(ctx, jobQuery(query)), query), jobInList),
      ...fromResponse(query),
    },
  }),
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
