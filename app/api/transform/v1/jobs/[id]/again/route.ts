import { z } from 'zod';
import { WholeJob, wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { runAgain } from '#lib/workflows/jobs.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'jobs/{id}/again',
  operation: 'runJobAgain',
  idempotency: 'by-key',
  summary: "Run an ended job's workflow on the same entry again, as a new job",
  tag: 'Jobs',
  answers: { 202: WholeJob },
  failures: ['conflict', 'gone'],
  params: z.strictObject({ id: z.uuid({ error: 'must be a UUID' }) }),
} as const;

export const POST = endpoint(here, async (ctx, { params }) => ({
  status: 202,
  body: await wholeJob(ctx, await runAgain(ctx, params.id)),
}));

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
