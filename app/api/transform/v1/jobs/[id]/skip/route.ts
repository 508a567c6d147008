import { z } from 'zod';
import { WholeJob, wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { SkipInput, skipStep } from '#lib/workflows/intervene.ts';
import { fetchJob } from '#lib/workflows/jobs.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'jobs/{id}/skip',
  operation: 'skipStep',
  idempotency: 'by-key',
  summary: 'Go on without the step that a job waits at',
  details:
    'For steps that nothing behind them relies on: `webhook`, `email.link`, `pdf`, `silo.state`. The reason is kept in the log of the step and in the activity. What the step has begun, such as a delivery, goes on by itself.',
  tag: 'Jobs',
  body: SkipInput,
  answers: { 202: WholeJob },
  failures: ['conflict'],
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const POST = endpoint(here, async (ctx, { params, body }) => {
  await skipStep(ctx, params.id, body);
  return { status: 202, body: await wholeJob(ctx, await fetchJob(ctx, params.id)) };
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
