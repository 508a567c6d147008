import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { createWorkflow, listWorkflows } from '#lib/workflows/definitions.ts';
import {
  refuseOtherId,
  WholeWorkflow,
  WorkflowBody,
  WorkflowPage,
  WorkflowQuery,
  wholeWorkflow,
  workflowPage,
  workflowQuery,
} from '../_wire/workflow.ts';

const here = { service: 'transform', version: 'v1', route: 'workflows', tag: 'Workflows' } as const;

export const GET = endpoint(
  {
    ...here,
    operation: 'listWorkflows',
    summary: 'List workflows, the newest first',
    query: WorkflowQuery,
    answers: { 200: WorkflowPage },
  },
  async (ctx, { query }) => ({
    body: workflowPage(await listWorkflows(ctx, workflowQuery(query)), query),
  }),
);

export const POST = endpoint(
  {
    ...here,
    operation: 'createWorkflow',
    idempotency: 'by-key',
    summary: 'Create a workflow from a template or from steps',
    body: WorkflowBody,
    answers: { 200: WholeWorkflow },
    failures: ['conflict'],
  },
  async (ctx, { body }) => {
    refuseOtherId(body);
    return { body: await wholeWorkflow(ctx, await createWorkflow(ctx, body)) };
  },
);

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST');
