import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowChange, WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, fetchWorkflow } from '#lib/workflows/definitions.ts';
import { wholeWorkflow } from '#lib/workflows/workflow-response.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'workflows/{id}',
  params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
} as const;

export const GET = endpoint(here, async (ctx, { params }) => ({
  body: await wholeWorkflow(ctx, await fetchWorkflow(ctx, params.id)),
}));

export const PUT = endpoint({ ...here, body: WorkflowInput }, async (ctx, { params, body }) => ({
  body: await wholeWorkflow(ctx, await createWorkflow(ctx, body, params.id)),
}));

export const PATCH = endpoint({ ...here, body: WorkflowChange }, async (ctx, { params, body }) => ({
  body: await wholeWorkflow(ctx, await changeWorkflow(ctx, params.id, body)),
}));

export const { POST, DELETE, OPTIONS } = otherMethods('GET', 'PUT', 'PATCH');
