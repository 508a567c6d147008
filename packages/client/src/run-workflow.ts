import { type CallOptions, requestOptions } from './client.ts';
import { AltaError } from './error.ts';
import type { Client } from './generated/client/index.ts';
import { createJob, createWorkflow, listJobs, listWorkflows } from './generated/sdk.gen.ts';
import type { CreateWorkflowData, Job, WorkflowInList } from './generated/types.gen.ts';
import { paged } from './page.ts';

type Template = Extract<CreateWorkflowData['body'], { template: unknown }>['template'];

/** The step by which the workflow is found, and the template to create it from if there is none. */
export interface Purpose {
  step: 'gov-ar.register' | 'gov-ar.send';
  template: Template;
}

/**
 * Returns the unfinished job on an entry, or starts a new one. Concurrent calls, and repetitions after a lost
 * response, get the same job.
 */
export async function runOn(
  client: Client,
  entryId: string,
  { purpose, workflowId, call }: { purpose: Purpose; workflowId?: string | undefined; call: CallOptions },
): Promise<{ id: string }> {
  const workflow_id = workflowId ?? (await workflowFor(client, purpose, call));
  const query = { silo_entry_id: entryId, workflow_id, limit: 1 };
  const [last] = (await listJobs({ query, ...requestOptions(client, call) })).list;
  if (last && !hasEnded(last)) return last;
  const options = {
    ...call,
    idempotencyKey: `run ${entryId} after ${last?.id ?? 'nothing'}`.replaceAll(' ', '-'),
  };
  return createJob({ body: { workflow_id, silo_entry_id: entryId }, ...requestOptions(client, options) });
}

const hasEnded = ({ status }: Pick<Job, 'status'>) => status === 'OK' || status === 'KO';

/**
 * The oldest workflow with the step, if all of them have the same steps.
 * @throws AltaError `conflict` if several differ
 */
async function workflowFor(client: Client, { step, template }: Purpose, call: CallOptions): Promise<string> {
  const found: WorkflowInList[] = [];
  const all = paged((cursor) =>
    listWorkflows({ query: cursor ? { cursor } : {}, ...requestOptions(client, call) }),
  );
  for await (const workflow of all) if (!workflow.disabled && isFor(workflow, step)) found.push(workflow);
  const [first, ...others] = found.reverse();
  if (first && others.some((other) => definitionOf(other) !== definitionOf(first))) {
    const names = found.map(({ name, id }) => `${name} (${id})`).join(', ');
    throw new AltaError(
      'conflict',
      `Several workflows have the step ${step}: pass the id of one as workflowId. ${names}.`,
    );
  }
  if (first) return first.id;
  const options = requestOptions(client, { ...call, idempotencyKey: `workflow-${template}` });
  return (await createWorkflow({ body: { template }, ...options })).id;
}

/** Workflows made from one template are equal, whatever their names. */
const definitionOf = ({ steps, rescue }: WorkflowInList) =>
  JSON.stringify([steps, rescue].map((list) => list.map(({ provider, config }) => [provider, config])));

/** Excludes workflows that set a `mode`, such as `choice`: they have another purpose and must be passed by id. */
const isFor = ({ steps }: WorkflowInList, step: string) =>
  steps.some(({ provider, config }) => provider === step && config?.mode === undefined);
