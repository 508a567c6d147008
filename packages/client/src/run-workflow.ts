import { type CallOptions, requestOptions } from './client.ts';
import { AltaError } from './error.ts';
import type { Client } from './generated/client/index.ts';
import { createJob, createWorkflow, listJobs, listWorkflows } from './generated/sdk.gen.ts';
import type { CreateWorkflowData, Job } from './generated/types.gen.ts';

type Template = Extract<CreateWorkflowData['body'], { template: unknown }>['template'];

/** The kind of document whose default workflow runs, and the template to create one from if there is none. */
export interface Purpose {
  schema: 'org/party' | 'bill/invoice';
  template: Template;
}

/**
 * Returns the unfinished job on an entry, or starts a new one. Concurrent calls, and repetitions after a lost
 * response, get the same job.
 * @throws AltaError `conflict` `no-default-workflow` if the workspace's workflow can not be determined
 */
export async function runOn(
  client: Client,
  entryId: string,
  { purpose, workflowId, call }: { purpose: Purpose; workflowId?: string | undefined; call: CallOptions },
): Promise<{ id: string }> {
  const workflow_id = workflowId ?? (await defaultWorkflow(client, purpose, call));
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
 * The workspace's default workflow. If there is none, the one with the template's name as its key, which is
 * created if it does not exist: the first of its kind becomes the default.
 */
async function defaultWorkflow(
  client: Client,
  { schema, template }: Purpose,
  call: CallOptions,
): Promise<string> {
  const options = requestOptions(client, call);
  const [found] = (await listWorkflows({ query: { schema, default: 'true', limit: 1 }, ...options })).list;
  if (found) return found.id;
  const { id, disabled, archived_at } = await createWorkflow({
    body: { template, key: template },
    ...options,
  }).catch((error: unknown) => {
    throw error instanceof AltaError && error.key === 'conflict' ? noDefault(schema, error.message) : error;
  });
  if (disabled || archived_at) {
    throw noDefault(
      schema,
      `The workflow with the key ${template} is ${archived_at ? 'archived' : 'disabled'}.`,
    );
  }
  return id;
}

const noDefault = (schema: string, why: string) =>
  new AltaError(
    'conflict',
    `The workspace has no default workflow for ${schema}. ${why} Make a workflow the default, or pass its id as workflowId (--workflow on the command line).`,
    { code: 'no-default-workflow' },
  );
