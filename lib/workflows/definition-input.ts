import { z } from 'zod';
import type { Workspace } from '#lib/context.ts';
import { isSealedText, stepSealPlace } from '#lib/database/seal-places.ts';
import type { Step } from '#lib/database/tables/workflows.ts';
import { coded, plainText, required, singleLine } from '#lib/documents/validation.ts';
import type { FieldCode } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { seal, unseal } from '#lib/vault.ts';
import type { Provider } from './provider.ts';
import { templateNames } from './templates.ts';

/** Accepts a known but unsupported member, to reject it with a reason instead of "unknown". */
const refused = (why: string) => z.never({ error: why }).optional();

const maxNameLength = 200;
const Name = z
  .string()
  .trim()
  .min(1)
  .max(maxNameLength)
  .refine(...singleLine);
const Description = z
  .string()
  .trim()
  .max(2_000)
  .refine(...plainText);
const ProviderId = z.string().max(100);
const Key = z
  .string()
  .min(1)
  .max(sizeLimits.keyCharacters)
  .refine(...singleLine)
  .optional()
  .describe('Your own id of the workflow, unique in the workspace. The workflow can be fetched by it.');
const Default = z
  .boolean()
  .optional()
  .describe(
    '`true`: jobs on this kind of document that name no workflow run this one, and the earlier default is one no more. By default `true` for the first workflow with `gov-ar.register` or `gov-ar.send`.',
  );

/**
 * A step as a client sends it. The reference uses `provider` in its templates and `action` in its API. Its
 * client sends an empty text or `null` for absent values.
 */
const StepInput = z
  .strictObject({
    id: z
      .union([z.uuid().toLowerCase(), z.literal('')], { error: 'must be a UUID' })
      .optional()
      .describe('Generated if absent or empty.'),
    name: z
      .string()
      .trim()
      .max(maxNameLength)
      .refine(...singleLine)
      .optional()
      .describe('Default: the name of the provider.'),
    provider: ProviderId.optional().describe('Provider of the step, from `GET /providers`.'),
    action: ProviderId.optional().describe('Alias of `provider`; one of the two is required.'),
    config: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("Configuration of the step, by the provider's schema."),
    summary: z
      .string()
      .trim()
      .max(500)
      .refine(...plainText)
      .optional(),
    notes: z
      .string()
      .trim()
      .max(2_000)
      .refine(...plainText)
      .optional(),
    next: z
      .array(z.unknown())
      .max(0, 'is not supported: steps run in order, and `rescue` runs after a failure')
      .nullish()
      .describe('Not supported: steps run in order.'),
  })
  .transform(({ id, name, provider, action, config, summary, notes }, context) => {
    const either = provider || action;
    const refuse = (path: string, message: string, code: FieldCode = 'invalid-value') =>
      context.addIssue({ code: 'custom', path: [path], message, params: coded(code) });
    if (!either) refuse('provider', 'is required', 'required');
    if (action && action !== either) refuse('action', 'must be the same as `provider`, or left out');
    return {
      id: id || undefined,
      name: name || undefined,
      provider: either ?? '',
      config: config ?? undefined,
      summary,
      notes,
    };
  });
export type StepInput = z.output<typeof StepInput>;

const none: StepInput[] = [];
const Steps = z.array(StepInput, required('is required: a list of steps, or a template instead'));

const Draft = z
  .literal(false, { error: 'must be false: a saved workflow takes effect at once, unless it is `disabled`' })
  .optional()
  .describe('`false`: a saved workflow takes effect at once.');

const templateOnly = refused('must be left out: the template has its own');

const FromTemplate = z.strictObject({
  template: z.enum(templateNames).describe('Template with the steps.'),
  name: Name.optional(),
  description: Description.optional(),
  key: Key,
  default: Default,
  disabled: z.boolean().optional(),
  draft: Draft,
  schema: templateOnly,
  country: templateOnly,
  steps: templateOnly,
  rescue: templateOnly,
});

/** Kind of document: the end of its schema's URL, such as `org/party`. */
export const ShortSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,50}\/[a-z0-9-]{1,50}$/, 'must be a kind of document, such as org/party');

const FromSteps = z.strictObject({
  template: z.undefined().optional(),
  name: Name,
  description: Description.default(''),
  schema: ShortSchema.default('org/party').describe('Kind of document that the workflow is for.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code, such as AR')
    .default('AR'),
  steps: Steps.nullable().transform((steps) => steps ?? none),
  rescue: Steps.nullish()
    .transform((steps) => steps ?? none)
    .describe('Steps that run after a step has failed permanently.'),
  key: Key,
  default: Default,
  disabled: z.boolean().optional(),
  draft: Draft,
});

/** A workflow from a template or from steps; `more` adds members to the latter that only the API accepts. */
export const workflowInputWith = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.discriminatedUnion('template', [FromTemplate, FromSteps.extend(more)], {
    error: ({ code }) =>
      code === 'invalid_union' ? `must be one of ${templateNames.join(', ')}` : undefined,
  });

export const WorkflowInput = workflowInputWith({});
export type WorkflowInput = z.output<typeof WorkflowInput>;

/** Version number, as text (as in responses) or as a number. */
export const VersionNumber = z
  .union([z.string().regex(/^[1-9]\d{0,8}$/), z.int().min(1).max(999_999_999)], {
    error: 'must be the number of a version',
  })
  .transform(Number);

/** A partial change; a list of steps is replaced as a whole. */
export const WorkflowChange = z.strictObject({
  version: VersionNumber.optional().describe('Version that the change is based on.'),
  name: Name.optional(),
  description: Description.optional(),
  schema: z.string().max(200).optional().describe('The current value: it can not be changed.'),
  country: z.string().max(200).optional().describe('The current value: it can not be changed.'),
  // The reference's client sends `null` for unchanged steps. `null` cannot mean none: every workflow has
  // steps.
  steps: Steps.nullish()
    .transform((steps) => steps ?? undefined)
    .optional()
    .describe('`null` keeps the current steps.'),
  rescue: Steps.nullish()
    .transform((steps) => (steps === null ? none : steps))
    .optional()
    .describe('Steps that run after a step has failed permanently; `null`: none.'),
  key: Key,
  default: z
    .boolean()
    .optional()
    .describe('`true`: makes it the default for its kind of document, instead of the present one.'),
  disabled: z.boolean().optional().describe('`true`: it can not be run, and is not the default any more.'),
  archived: z
    .boolean()
    .optional()
    .describe('`true`: as `disabled`, and lists omit it. Running jobs continue. `false` restores it.'),
  draft: Draft,
});
export type WorkflowChange = z.output<typeof WorkflowChange> & {
  /** Restores an earlier version as the newest, with its secrets. Must not be sent with a new definition. */
  restoreVersion?: number | undefined;
};

type Config = Record<string, unknown>;

/** Placeholder for a secret in responses. A client that sends it back keeps the stored secret of that step. */
export const hiddenSecret = '********';

/** Seals a step's secrets for storage, bound to this step of this workspace. */
export function sealSecrets(workspace: Workspace, provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value, secretPath) =>
    typeof value === 'string'
      ? { $sealed: seal(value, stepSealPlace(workspace, step.id, secretPath)) }
      : value,
  );
}

/** Unseals a step's secrets, only for running, comparing and checking it. */
export function unsealSecrets(workspace: Workspace, provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value, secretPath) =>
    isSealedText(value)
      ? unseal(value.$sealed, stepSealPlace(workspace, step.id, secretPath)).toString()
      : value,
  );
}

/** Replaces a step's secrets by the placeholder. */
export function hideSecrets(provider: Provider, step: Step): Step {
  return mapSecrets(provider, step, (value) => (isSealedText(value) ? hiddenSecret : value));
}

/** Applies `change` to each secret text: a secret's value, or each value of an object such as headers. */
export function mapSecrets(
  provider: Provider,
  step: Step,
  change: (value: unknown, secretPath: string) => unknown,
): Step {
  if (!provider.secrets || !step.config) return step;
  const config: Config = { ...step.config };
  for (const name of provider.secrets.names) {
    const value = config[name];
    if (value === undefined) continue;
    config[name] =
      typeof value === 'object' && value !== null && !isSealedText(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [key, change(inner, `${name}.${key}`)]),
          )
        : change(value, name);
  }
  return { ...step, config };
}
