import { z } from 'zod';
import type { Context } from '#lib/context.ts';
import type { Step } from '#lib/database/tables/workflows.ts';
import type { WorkflowRow } from './definitions.ts';
import { warningsOf } from './placement.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers.ts';
import { hideSecrets } from './secrets.ts';
import { type ListedVersion, listVersions, type VersionRow } from './versions.ts';
import type { ProviderInList, WholeVersion, WholeWorkflow, WorkflowInList } from './workflow-schema.ts';

/** A workflow in a list. */
export function workflowResponse(row: WorkflowRow): z.infer<typeof WorkflowInList> {
  const warnings = warningsOf(row.steps, providers);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    name: row.name,
    description: row.description,
    schema: row.schema,
    country: row.country,
    version: String(row.version),
    disabled: row.disabled,
    steps: row.steps.map(shown),
    rescue: row.rescue.map(shown),
    ...(warnings.length ? { warnings } : {}),
  };
}

/** The same with what its versions are called, and who made them. */
export async function wholeWorkflow(ctx: Context, row: WorkflowRow): Promise<z.infer<typeof WholeWorkflow>> {
  return { ...workflowResponse(row), versions: (await listVersions(ctx, row.id)).map(versionInList) };
}

/** One version, with its steps. */
export const wholeVersion = (row: VersionRow): z.infer<typeof WholeVersion> => ({
  ...versionInList(row),
  workflow_id: row.workflowId,
  description: row.description,
  steps: row.steps.map(shown),
  rescue: row.rescue.map(shown),
});

/** What a step can be, and the JSON Schema of its configuration. */
export const providersResponse = () => ({ list: [...providers.values()].map(providerInList) });

const shown = (step: Step): Step => hideSecrets(providers.get(step.provider), step);

const versionInList = (row: ListedVersion) => ({
  version: String(row.version),
  name: row.name,
  src: row.src,
  ...(row.srcId ? { src_id: row.srcId } : {}),
  created_at: row.createdAt.toISOString(),
});

const providerInList = ({
  id,
  title,
  schema,
  needs,
  role,
  config,
  secrets,
}: Provider): z.infer<typeof ProviderInList> => ({
  id,
  title,
  ...(schema ? { schema } : {}),
  ...(needs ? { needs } : {}),
  ...(role ? { role } : {}),
  config: configSchema(config, secrets?.names ?? []),
});

function configSchema(config: z.ZodType, secrets: readonly string[]) {
  const schema = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isSecret = secrets.includes(name) && typeof property === 'object';
    return [name, isSecret ? { ...property, writeOnly: true } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
