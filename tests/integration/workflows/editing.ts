import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { WorkflowPatch, workflowChange } from '#app/api/transform/v1/_wire/workflow.ts';
import type { Context } from '#lib/context.ts';
import type { AltaError } from '#lib/errors.ts';
import { changeWorkflow } from '#lib/workflows/change-workflow.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow, type WorkflowRow } from '#lib/workflows/definitions.ts';
import { unsealDefinition } from '#lib/workflows/drafts.ts';

/** The verbs as the API calls them: with a body, parsed. */
export const create = (ctx: Context, body: z.input<typeof WorkflowInput>, id?: string) =>
  createWorkflow(ctx, WorkflowInput.parse(body), id);
export const change = (ctx: Context, id: string, body: z.input<typeof WorkflowPatch>) =>
  changeWorkflow(ctx, id, workflowChange(WorkflowPatch.parse(body)));
export const refusalOf = (refused: Promise<unknown>): Promise<AltaError> =>
  refused.then(
    () => {
      throw new Error('was not refused');
    },
    (error) => error,
  );

export const label = { provider: 'silo.state', config: { state: 'processing' } };
export const webhook = (config: Record<string, unknown> = {}) => ({
  provider: 'webhook',
  config: { url: 'https://receiver.example.com/alta', ...config },
});
export const newSecrets = () => ({
  bearer_token: `canary-${randomUUID()}`,
  headers: { 'x-api-key': `canary-${randomUUID()}`, 'x-other': `canary-${randomUUID()}` },
});
export const hiddenSecrets = {
  bearer_token: '********',
  headers: { 'x-api-key': '********', 'x-other': '********' },
};
export const configOf = ({ workspace }: Context, row: Pick<WorkflowRow, 'steps' | 'rescue'>, index = 0) =>
  unsealDefinition(workspace, row).steps[index]?.config;
export const idOf = (row: WorkflowRow, index = 0) => row.steps[index]?.id ?? '';

/** A workflow with a step that has secrets, and that step as a client sends it back. */
export async function newWorkflowWithSecrets(ctx: Context) {
  const secrets = newSecrets();
  const row = await create(ctx, { name: 'Tell', steps: [webhook(secrets), label] });
  return { row, secrets, id: row.id, step: { id: idOf(row), ...webhook(hiddenSecrets) } };
}
