import { z } from 'zod';
import {
  namedAsSent,
  refuseOtherId,
  WholeWorkflow,
  WorkflowBody,
  WorkflowPatch,
  wholeWorkflow,
  workflowChange,
} from '#app/api/transform/v1/_wire/workflow.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { createWorkflow, fetchWorkflow } from '#lib/workflows/definitions.ts';

const here = {
  service: 'transform',
  version: 'v1',
  route: 'workflows/{id}',
  tag: 'Workflows',
  answers: { 200: WholeWorkflow },
  params: z.strictObject({ id: z.uuid('must be a UUID').toLowerCase() }),
} as const;

export const GET = endpoint(
  { ...here, operation: 'fetchWorkflow', summary: 'Fetch a workflow with the list of its versions' },
  async (ctx, { params }) => ({ body: await wholeWorkflow(ctx, await fetchWorkflow(ctx, params.id)) }),
);

export const PUT = endpoint(
  {
    ...here,
    operation: 'putWorkflow',
    summary: 'Create a workflow under an id of your own',
    details:
      'The same again gives the workflow that is there already, whatever became of it since; so does what was fetched.',
    body: WorkflowBody,
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => {
    refuseOtherId(body, params.id);
    return { body: await wholeWorkflow(ctx, await createWorkflow(ctx, body, params.id)) };
  },
);

export const PATCH = endpoint(
  {
    ...here,
    operation: 'changeWorkflow',
    idempotency: 'by-version',
    summary: 'Change a workflow, or make an earlier version the newest',
    details:
      'What is given replaces what is there: a list of steps as a whole. Jobs on their way keep theirs.',
    body: WorkflowPatch,
    failures: ['conflict'],
  },
  async (ctx, { params, body }) => {
    refuseOtherId(body, params.id);
    const row = await changeWorkflow(ctx, params.id, workflowChange(body)).catch(namedAsSent);
    return { body: await wholeWorkflow(ctx, row) };
  },
);

export const { POST, DELETE, OPTIONS } = otherMethods('GET', 'PUT', 'PATCH');
