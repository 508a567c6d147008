import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { PageQuery, page } from '#lib/paging.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, listWorkflows } from '#lib/workflows/definitions.ts';
import { wholeWorkflow, workflowResponse } from '#lib/workflows/workflow-response.ts';

const here = { service: 'transform', version: 'v1', route: 'workflows' } as const;

export const GET = endpoint({ ...here, query: PageQuery }, async (ctx, { query }) => ({
  body: page(await listWorkflows(ctx, query), query, workflowResponse),
}));

export const POST = endpoint({ ...here, body: WorkflowInput }, async (ctx, { body }) => ({
  body: await wholeWorkflow(ctx, await createWorkflow(ctx, body)),
}));

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
