import { z } from 'zod';
import { ById } from '#app/api/_wire/fields.ts';
import {
  ProviderInList,
  refuseOtherId,
  renameErrorFields,
  WholeVersion,
  WholeWorkflow,
  WorkflowBody,
  WorkflowPage,
  WorkflowPatch,
  WorkflowQuery,
  wholeVersion,
  wholeWorkflow,
  workflowChange,
  workflowPage,
  workflowQuery,
} from '#app/api/transform/v1/_wire/workflow.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { sizeLimits } from '#lib/limits.ts';
import { changeWorkflow, deleteWorkflow } from '#lib/workflows/change-workflow.ts';
import { VersionNumber } from '#lib/workflows/definition-input.ts';
import {
  createWorkflow,
  fetchVersion,
  fetchWorkflow,
  fetchWorkflowByKey,
  listWorkflows,
} from '#lib/workflows/definitions.ts';
import { describedProviders } from '#lib/workflows/providers.ts';

const here = { service: 'transform', version: 'v1', tag: 'Workflows' } as const;

export const workflows = {
  listWorkflows: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'workflows',
      summary: 'List workflows, newest first',
      query: WorkflowQuery,
      answers: { 200: WorkflowPage },
    },
    async (ctx, { query }) => ({
      body: workflowPage(await listWorkflows(ctx, workflowQuery(query)), query),
    }),
  ),

  createWorkflow: endpoint(
    {
      ...here,
      method: 'POST',
      route: 'workflows',
      summary: 'Create a workflow from a template or from steps',
      details:
        'Sending the same `key` with the same template, or the same name and steps, again returns the existing workflow as it is. The first workflow with `gov-ar.register` or `gov-ar.send` becomes the default for its kind of document.',
      idempotency: 'by-key',
      body: WorkflowBody,
      answers: { 200: WholeWorkflow },
      failures: ['conflict'],
    },
    async (ctx, { body }) => {
      refuseOtherId(body);
      return { body: await wholeWorkflow(ctx, await createWorkflow(ctx, body)) };
    },
  ),

  fetchWorkflowByKey: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'workflows/key/{key}',
      summary: 'Fetch a workflow by the key that it was created with',
      params: z.strictObject({ key: z.string().max(sizeLimits.keyCharacters) }),
      answers: { 200: WholeWorkflow },
    },
    async (ctx, { params }) => ({
      body: await wholeWorkflow(ctx, await fetchWorkflowByKey(ctx, params.key)),
    }),
  ),

  fetchWorkflow: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'workflows/{id}',
      summary: 'Fetch a workflow with the list of its versions',
      params: ById,
      answers: { 200: WholeWorkflow },
    },
    async (ctx, { params }) => ({ body: await wholeWorkflow(ctx, await fetchWorkflow(ctx, params.id)) }),
  ),

  putWorkflow: endpoint(
    {
      ...here,
      method: 'PUT',
      route: 'workflows/{id}',
      summary: 'Create a workflow under an id of your own',
      details:
        'Sending the same again, or the workflow as fetched, returns the existing workflow, even if it has changed since.',
      params: ById,
      body: WorkflowBody,
      answers: { 200: WholeWorkflow },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => {
      refuseOtherId(body, params.id);
      return { body: await wholeWorkflow(ctx, await createWorkflow(ctx, body, params.id)) };
    },
  ),

  changeWorkflow: endpoint(
    {
      ...here,
      method: 'PATCH',
      route: 'workflows/{id}',
      summary: 'Change a workflow, make it the default, archive it, or make an earlier version the newest',
      details:
        'Each given field replaces the old value; a list of steps is replaced as a whole. Running jobs keep their steps. A workflow that is disabled or archived is not the default any more.',
      idempotency: 'by-version',
      params: ById,
      body: WorkflowPatch,
      answers: { 200: WholeWorkflow },
      failures: ['conflict'],
    },
    async (ctx, { params, body }) => {
      refuseOtherId(body, params.id);
      const row = await changeWorkflow(ctx, params.id, workflowChange(body)).catch(renameErrorFields);
      return { body: await wholeWorkflow(ctx, row) };
    },
  ),

  deleteWorkflow: endpoint(
    {
      ...here,
      method: 'DELETE',
      route: 'workflows/{id}',
      summary: 'Delete a workflow that no job has run',
      details: 'One that jobs have run can only be archived, because they show it: 409 `workflow-in-use`.',
      params: ById,
      answers: { 204: 'nothing' },
      failures: ['conflict'],
    },
    async (ctx, { params }) => {
      await deleteWorkflow(ctx, params.id);
      return { status: 204 };
    },
  ),

  fetchWorkflowVersion: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'workflows/{id}/versions/{version}',
      summary: 'Fetch a version of a workflow with its steps',
      params: ById.extend({ version: VersionNumber }),
      answers: { 200: WholeVersion },
    },
    async (ctx, { params }) => ({ body: wholeVersion(await fetchVersion(ctx, params.id, params.version)) }),
  ),

  listProviders: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'providers',
      summary: 'List the providers of steps, with the JSON Schema of their configuration',
      answers: { 200: z.object({ list: z.array(ProviderInList) }) },
    },
    async () => ({ body: { list: describedProviders() } }),
  ),
};
