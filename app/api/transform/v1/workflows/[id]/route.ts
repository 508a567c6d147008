import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { fetchWorkflow, workflowResponse } from '#lib/workflows/definitions.ts';

export const GET = endpoint(
  {
    service: 'transform',
    version: 'v1',
    route: 'workflows/{id}',
    params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
  },
  async (ctx, { params }) => ({ body: workflowResponse(await fetchWorkflow(ctx, params.id)) }),
);
