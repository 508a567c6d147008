import { z } from 'zod';
import { WholeJob, wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { retryJob } from '#lib/workflows/intervene.ts';
import { fetchJob } from '#lib/workflows/jobs.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'jobs/{id}/retry',
  operation: 'retryJob',
  idempotency: 'by-key',
  summary: 'Try the failed step of a job again now, without waiting for its time',
  details:
    'For a job whose `status` is `ERR`: of a `webhook` step the delivery is sent, of `gov-ar.send` the series of the invoice. From there on the step is tried by its whole schedule again.',
  tag: 'Jobs',
  answers: { 202: WholeJob },
  failures: ['conflict'],
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const POST = endpoint(here, async (ctx, { params }) => {
  await retryJob(ctx, params.id);
  return { status: 202, body: await wholeJob(ctx, await fetchJob(ctx, params.id)) };
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
