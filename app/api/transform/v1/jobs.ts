import { z } from 'zod';
import { ById } from '#app/api/_wire/fields.ts';
import { fromResponse, pageResponse, timedPageOf } from '#app/api/_wire/page.ts';
import { awaitedJob, JobInList, jobInList, WholeJob, wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import {
  JobChange,
  JobInput,
  JobQuery,
  JobSummaryQuery,
  JobWait,
  jobChange,
  jobInput,
  jobQuery,
  namedAsSent,
} from '#app/api/transform/v1/_wire/job-input.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { page } from '#lib/paging.ts';
import { retryJob, SkipInput, skipStep } from '#lib/workflows/intervene.ts';
import { jobStatuses, listJobs, summariseJobs } from '#lib/workflows/job-list.ts';
import { createJob, fetchJob, fetchJobByKey, putJob, runAgain } from '#lib/workflows/jobs.ts';

const here = { service: 'transform', version: 'v1', tag: 'Jobs' } as const;

const JobSummary = z.object({
  tag: z.string(),
  total: z.int(),
  completed: z.int(),
  status: z.record(z.enum(jobStatuses), z.int()).describe('How many are in each.'),
});

export const jobs = {
  listJobs: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'jobs',
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
  ),

  createJob: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'jobs',
      summary: 'Run a workflow on an entry, or on a document',
      details: [
        'The same `key` with the same workflow and entry, or document, again gives the job that is there already. A',
        'document is kept as an entry of its own, in the first folder that is for its kind: of parties `suppliers`.',
      ].join(' '),
      idempotency: 'by-key',
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
  ),

  summariseJobs: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'jobs/summary',
      summary: 'Say how far a batch is: the jobs that carry its tag, by status',
      query: JobSummaryQuery,
      answers: { 200: JobSummary },
    },
    async (ctx, { query: { tag } }) => {
      const status = await summariseJobs(ctx, tag);
      const total = Object.values(status).reduce((sum, count) => sum + count, 0);
      return { body: { tag, total, completed: status.OK + status.KO, status } };
    },
  ),

  fetchJobByKey: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'jobs/key/{key}',
      summary: 'Fetch a job by the key that it was created with',
      params: z.strictObject({ key: z.string().max(200) }),
      query: JobWait,
      answers: { 200: WholeJob },
    },
    async (ctx, { params }) => ({ body: await wholeJob(ctx, await fetchJobByKey(ctx, params.key)) }),
    awaitedJob,
  ),

  fetchJob: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'jobs/{id}',
      summary: 'Fetch a job with its intents and faults',
      params: ById,
      query: JobWait,
      answers: { 200: WholeJob },
    },
    async (ctx, { params }) => ({ body: await wholeJob(ctx, await fetchJob(ctx, params.id)) }),
    awaitedJob,
  ),

  putJob: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'jobs/{id}',
      summary: 'Create a job under an id of your own, change its tags or cancel it',
      details: 'The id is a UUID of version 7 or 1. 202 when the job is a new one, 200 when it was there.',
      params: ById,
      query: JobWait,
      body: JobChange,
      answers: { 200: WholeJob, 202: WholeJob },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => {
      const { job, created } = await putJob(ctx, params.id, jobChange(body)).catch(namedAsSent);
      return { status: created ? 202 : 200, body: await wholeJob(ctx, job) };
    },
    awaitedJob,
  ),

  retryJob: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'jobs/{id}/retry',
      summary: 'Try the failed step of a job again now, without waiting for its time',
      details:
        'For a job whose `status` is `ERR`: of a `webhook` step the delivery is sent, of `gov-ar.send` the series of the invoice. From there on the step is tried by its whole schedule again.',
      idempotency: 'by-key',
      params: ById,
      answers: { 202: WholeJob },
      failures: ['conflict'],
    },
    async (ctx, { params }) => {
      await retryJob(ctx, params.id);
      return { status: 202, body: await wholeJob(ctx, await fetchJob(ctx, params.id)) };
    },
  ),

  skipStep: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'jobs/{id}/skip',
      summary: 'Go on without the step that a job waits at',
      details:
        'For steps that nothing behind them relies on: `webhook`, `email.link`, `pdf`, `silo.state`. The reason is kept in the log of the step and in the activity. What the step has begun, such as a delivery, goes on by itself.',
      idempotency: 'by-key',
      params: ById,
      body: SkipInput,
      answers: { 202: WholeJob },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => {
      await skipStep(ctx, params.id, body);
      return { status: 202, body: await wholeJob(ctx, await fetchJob(ctx, params.id)) };
    },
  ),

  runJobAgain: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'jobs/{id}/again',
      summary: "Run an ended job's workflow on the same entry again, as a new job",
      idempotency: 'by-key',
      params: ById,
      answers: { 202: WholeJob },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params }) => ({
      status: 202,
      body: await wholeJob(ctx, await runAgain(ctx, params.id)),
    }),
  ),
};
