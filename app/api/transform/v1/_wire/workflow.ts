import { z } from 'zod';
import { withFieldsNamed } from '#app/api/_wire/fields.ts';
import { Instant } from '#app/api/_wire/instant.ts';
import { fromResponse, pageResponse, TimedPageQuery, timedPageOf } from '#app/api/_wire/page.ts';
import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { Fault } from '#lib/http/problem.ts';
import {
  ShortSchema,
  VersionNumber,
  WorkflowChange,
  workflowInputWith,
} from '#lib/workflows/definition-input.ts';
import { warningsOf } from '#lib/workflows/definition-rules.ts';
import {
  type ListedVersion,
  listVersions,
  type WorkflowPage as StoredPage,
  type VersionRow,
  type WorkflowRow,
} from '#lib/workflows/definitions.ts';
import { hideDefinitionSecrets, type StepLists } from '#lib/workflows/drafts.ts';
import { providers } from '#lib/workflows/providers.ts';

const readOnly = z.unknown().optional().describe('Read-only: accepted as fetched, and ignored.');

/** Fields of responses only. Accepted in requests, so that a fetched workflow can be sent back. */
const readOnlyFields = {
  id: z
    .union([z.uuid().toLowerCase(), z.literal('')], { error: 'must be a UUID' })
    .optional()
    .describe('Must be the id in the path.'),
  created_at: readOnly,
  updated_at: readOnly,
  hash: readOnly,
  versions: readOnly,
  warnings: readOnly,
  archived_at: readOnly,
};

export const WorkflowBody = workflowInputWith({ ...readOnlyFields, version: readOnly });

/** @throws AltaError `validation` for an id other than the path's, or for one without an id in the path */
export function refuseOtherId(body: object, id?: string): void {
  if (!('id' in body) || !body.id || body.id === id) return;
  const problem = id
    ? `must be ${id}, as in the path`
    : 'must be omitted: to choose the id yourself, use PUT';
  throw new AltaError('validation', 'The id differs from the one in the path.', { fields: { id: problem } });
}

/** A change, or the number of a version to restore. */
export const WorkflowPatch = WorkflowChange.extend({
  ...readOnlyFields,
  name: z
    .string()
    .trim()
    .max(200)
    .transform((name) => name || undefined)
    .optional()
    .describe('Empty: unchanged.'),
  restore_version: VersionNumber.optional().describe(
    'Restores an earlier version, with its secrets, as the newest version.',
  ),
}).superRefine((change, context) => {
  if (change.restore_version === undefined) return;
  for (const name of ['name', 'description', 'steps', 'rescue'] as const) {
    if (change[name] === undefined) continue;
    const message = 'cannot be combined with `restore_version`: send only one of them';
    context.addIssue({ code: 'custom', path: [name], message });
  }
});

export const workflowChange = ({ restore_version, ...change }: z.infer<typeof WorkflowPatch>) => ({
  ...change,
  restoreVersion: restore_version,
});

export const renameErrorFields = withFieldsNamed({ restoreVersion: 'restore_version' });

const Step = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    action: z.string().describe('The same as `provider`.'),
    config: z.record(z.string(), z.unknown()).exactOptional().describe('Secrets are hidden.'),
    summary: z.string().exactOptional(),
    notes: z.string().exactOptional(),
  })
  .meta({ id: 'Step' });

export const WorkflowInList = z
  .object({
    id: z.uuid(),
    created_at: Instant,
    updated_at: Instant,
    name: z.string(),
    description: z.string(),
    key: z.string().optional().describe('Your own id of the workflow, unique in the workspace.'),
    schema: z.string().describe('Kind of document that it runs on, such as `org/party`.'),
    country: z.string(),
    version: z.string(),
    default: z
      .boolean()
      .describe(
        'Whether jobs on this kind of document run it if they name no workflow. One workflow at most.',
      ),
    disabled: z.boolean(),
    archived_at: Instant.optional().describe('When it was archived: it can not be run, and lists omit it.'),
    draft: z.literal(false).describe('Always `false`: saved changes take effect at once.'),
    steps: z.array(Step),
    rescue: z.array(Step).describe('Steps that run when a step has failed for good.'),
    warnings: z.array(Fault).optional(),
  })
  .meta({ id: 'WorkflowInList' });

const VersionInList = z
  .object({
    version: z.string(),
    name: z.string(),
    src: z.string().describe('Who saved it: `api-key`, `user` …'),
    src_id: z.string().optional(),
    created_at: Instant,
  })
  .meta({ id: 'WorkflowVersionInList' });

export const WholeWorkflow = WorkflowInList.extend({ versions: z.array(VersionInList) }).meta({
  id: 'Workflow',
});

export const WholeVersion = VersionInList.extend({
  workflow_id: z.uuid(),
  description: z.string(),
  steps: z.array(Step),
  rescue: z.array(Step),
}).meta({ id: 'WorkflowVersion' });

export const ProviderInList = z
  .object({
    id: z.string(),
    title: z.string(),
    schema: z.string().exactOptional().describe('Kind of document that it is for; absent: any kind.'),
    unused: z
      .array(z.string())
      .readonly()
      .exactOptional()
      .describe('Further settings that are accepted for compatibility, but have no effect.'),
    needs: z.string().exactOptional().describe('Provider of a step that must come earlier.'),
    role: z.enum(['tells', 'waits']).exactOptional(),
    config: z.record(z.string(), z.unknown()).describe('The JSON Schema of its configuration.'),
  })
  .meta({ id: 'Provider' });

export const WorkflowQuery = TimedPageQuery.omit({ ascending: true }).extend({
  schema: ShortSchema.optional().describe('Only workflows for this kind of document, such as `org/party`.'),
  default: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: only defaults; `false`: only others.'),
  archived: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: only archived workflows, which are otherwise omitted.'),
});

export const WorkflowPage = timedPageOf(WorkflowInList).extend({
  created_at: Instant.optional().describe(
    'Where the page begins: as sent in the request, or when its first workflow was created.',
  ),
  next_created_at: Instant.optional().describe(
    'The `created_at` of the next page, for clients that page by it. Workflows created in that millisecond are on both pages; `next_cursor` is exact.',
  ),
  schema: z.string().optional().describe('As sent in the request.'),
});

export const workflowQuery = ({
  created_at,
  default: isDefault,
  archived,
  ...query
}: z.output<typeof WorkflowQuery>) => ({
  ...query,
  from: created_at,
  isDefault: isDefault === undefined ? undefined : isDefault === 'true',
  archived: archived === 'true',
});

export function workflowPage(
  { nextFrom, ...page }: StoredPage,
  { created_at, schema }: z.output<typeof WorkflowQuery>,
): z.infer<typeof WorkflowPage> {
  const first = created_at ?? page.list[0]?.createdAt;
  return {
    ...pageResponse(page, workflowInList),
    ...fromResponse({ created_at: first }),
    ...(nextFrom ? { next_created_at: nextFrom.toISOString() } : {}),
    ...(schema ? { schema } : {}),
  };
}

export function workflowInList(row: WorkflowRow): z.infer<typeof WorkflowInList> {
  const warnings = warningsOf(row, providers);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    name: row.name,
    description: row.description,
    ...(row.key ? { key: row.key } : {}),
    schema: row.schema,
    country: row.country,
    version: String(row.version),
    default: row.isDefault,
    disabled: row.disabled,
    ...(row.archivedAt ? { archived_at: row.archivedAt.toISOString() } : {}),
    draft: false,
    ...stepLists(row),
    ...(warnings.length ? { warnings } : {}),
  };
}

export async function wholeWorkflow(ctx: Context, row: WorkflowRow): Promise<z.infer<typeof WholeWorkflow>> {
  return { ...workflowInList(row), versions: (await listVersions(ctx, row.id)).map(versionInList) };
}

export function wholeVersion(row: VersionRow): z.infer<typeof WholeVersion> {
  return {
    ...versionInList(row),
    workflow_id: row.workflowId,
    description: row.description,
    ...stepLists(row),
  };
}

function stepLists(row: StepLists): Record<keyof StepLists, z.infer<typeof Step>[]> {
  const { steps, rescue } = hideDefinitionSecrets({ steps: row.steps, rescue: row.rescue });
  const withAction = (step: StepLists['steps'][number]) => ({ ...step, action: step.provider });
  return { steps: steps.map(withAction), rescue: rescue.map(withAction) };
}

const versionInList = (row: ListedVersion) => ({
  version: String(row.version),
  name: row.name,
  src: row.src,
  ...(row.srcId ? { src_id: row.srcId } : {}),
  created_at: row.createdAt.toISOString(),
});
