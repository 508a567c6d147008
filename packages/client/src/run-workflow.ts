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
 * The job on an entry: the one under way, or a new one. Concurrent calls, and repetitions after a lost
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
 * The first workflow created, if all do the same.
 * @throws AltaError `conflict` if several differ
 */
async function workflowFor(client: Client, { step, template }: Purpose, call: CallOptions): Promise<string> {
  const found: WorkflowInList[] = [];
  const all = paged((cursor) =>
    listWorkflows({ query: cursor ? { cursor } : {}, ...requestOptions(client, call) }),
  );
  for await (const workflow of all) if (!workflow.disabled && isFor(workflow, step)) found.push(workflow);
  const [first, ...others] = found.reverse();
  if (first && others.some((other) => doingOf(other) !== doingOf(first))) {
    const names = found.map(({ name, id }) => `${name} (${id})`).join(', ');
    throw new AltaError(
      'conflict',
      `Several workflows have the step ${step}, and which is meant was not said: ${names}.`,
    );
  }
  if (first) return first.id;
  const options = requestOptions(client, { ...call, idempotencyKey: `workflow-${template}` });
  return (await createWorkflow({ body: { template }, ...options })).id;
}

/** Workflows of one template do the same, whatever their names. */
const doingOf = ({ steps, rescue }: WorkflowInList) =>
  JSON.stringify([steps, rescue].map((list) => list.map(({ provider, config }) => [provider, config])));

/** Workflows in which a supplier chooses their way have another purpose, and must be named explicitly. */
const isFor = ({ steps }: WorkflowInList, step: string) =>
  steps.some(({ provider, config }) => provider === step && config?.mode === undefined);
