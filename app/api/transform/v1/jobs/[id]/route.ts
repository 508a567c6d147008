import { z } from 'zod';
import { awaitedJob, WholeJob, wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { JobChange, JobWait, jobChange, namedAsSent } from '#app/api/transform/v1/_wire/job-input.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchJob, putJob } from '#lib/workflows/jobs.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'jobs/{id}',
  tag: 'Jobs',
  params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
} as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'fetchJob',
    summary: 'Fetch a job with its intents and faults',
    query: JobWait,
    answers: { 200: WholeJob },
  },
  async (ctx, { params }) => ({ body: await wholeJob(ctx, await fetchJob(ctx, params.id)) }),
  awaitedJob,
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'putJob',
    summary: 'Create a job under an id of your own, change its tags or cancel it',
    details: 'The id is a UUID of version 7 or 1. 202 when the job is a new one, 200 when it was there.',
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
);

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT');
