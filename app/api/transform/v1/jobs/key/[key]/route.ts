import { z } from 'zod';
import { awaitedJob, WholeJob, wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { JobWait } from '#app/api/transform/v1/_wire/job-input.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchJobByKey } from '#lib/workflows/jobs.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'jobs/key/{key}',
    operation: 'fetchJobByKey',
    summary: 'Fetch a job by the key that it was created with',
    tag: 'Jobs',
    params: z.strictObject({ key: z.string().max(200) }),
    query: JobWait,
    answers: { 200: WholeJob },
  },
  async (ctx, { params }) => ({ body: await wholeJob(ctx, await fetchJobByKey(ctx, params.key)) }),
  awaitedJob,
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
