import { z } from 'zod';
import { WholeVersion, wholeVersion } from '#app/api/transform/v1/_wire/workflow.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { VersionNumber } from '#lib/workflows/definition-input.ts';
import { fetchVersion } from '#lib/workflows/definitions.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'workflows/{id}/versions/{version}',
    operation: 'fetchWorkflowVersion',
    summary: 'Fetch a version of a workflow with its steps',
    tag: 'Workflows',
    answers: { 200: WholeVersion },
    params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase(), version: VersionNumber }),
  },
  async (ctx, { params }) => ({ body: wholeVersion(await fetchVersion(ctx, params.id, params.version)) }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
