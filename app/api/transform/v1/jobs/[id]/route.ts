import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { wholeJob } from '#lib/workflows/job-response.ts';
import { fetchJob, JobChange, putJob } from '#lib/workflows/jobs.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'jobs/{id}',
  params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
} as const;

export const GET = endpoint(here, async (ctx, { params }) => ({
  body: await wholeJob(ctx, await fetchJob(ctx, params.id)),
}));

export const PUT = endpoint({ ...here, body: JobChange }, async (ctx, { params, body }) => {
  const { job, created } = await putJob(ctx, params.id, body);
  return { status: created ? 202 : 200, body: await wholeJob(ctx, job) };
});

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT');
