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
  renameErrorFields,
} from '#app/api/transform/v1/_wire/job-input.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { page } from '#lib/paging.ts';
import { jobStatuses, listJobs, summariseJobs } from '#lib/workflows/job-list.ts';
import { createJob, fetchJob, fetchJobByKey, putJob, runAgain } from '#lib/workflows/jobs.ts';
import { retryJob, SkipInput, skipStep } from '#lib/workflows/retry-and-skip.ts';

const here = { service: 'transform', version: 'v1', tag: 'Jobs' } as const;

const JobSummary = z.object({
  tag: z.string(),
  total: z.int(),
  completed: z.int(),
  status: z.record(z.enum(jobStatuses), z.int()).describe('Number of jobs in each status.'),
});

export const jobs = {
  listJobs: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'jobs',
      summary: 'List jobs, newest first',
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
        'Sending the same `key` with the same workflow and entry, or document, again returns the existing job. A',
        'document is stored as a new entry, in the first folder for its kind: for parties, `suppliers`.',
      ].join(' '),
      idempotency: 'by-key',
      query: JobWait,
      body: JobInput,
      answers: { 202: WholeJob },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { body }) => {
      const job = await createJob(ctx, jobInput(body)).catch(renameErrorFields);
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
      summary: 'Count the jobs with a tag, by status',
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
      details: 'The id is a UUID of version 7 or 1. 202: the job is new. 200: it existed already.',
      params: ById,
      query: JobWait,
      body: JobChange,
      answers: { 200: WholeJob, 202: WholeJob },
      failures: ['conflict', 'gone'],
    },
    async (ctx, { params, body }) => {
      const { job, created } = await putJob(ctx, params.id, jobChange(body)).catch(renameErrorFields);
      return { status: created ? 202 : 200, body: await wholeJob(ctx, job) };
    },
    awaitedJob,
  ),

  retryJob: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'jobs/{id}/retry',
      summary: 'Retry the failed step of a job now',
      details:
        'For a job whose `status` is `ERR`. A `webhook` step sends its delivery again, `gov-ar.send` the series of the invoice. After that, the retry schedule of the step starts from the beginning.',
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
      summary: 'Skip the step in which a job waits',
      details:
        'For steps that no later step depends on: `webhook`, `email.link`, `email.invoice`, `pdf`, `silo.state`. The reason is stored in the log of the step and in the activity. Work that the step has started, such as a delivery, continues.',
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
