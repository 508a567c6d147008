import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Workspace } from '#lib/context.ts';
import type { Step } from '#lib/database/tables/workflows.ts';
import { isObject } from '#lib/documents/json.ts';
import { truncationNote } from '#lib/documents/validation.ts';
import { AltaError, type Fault } from '#lib/errors.ts';
import {
  hiddenSecret,
  hideSecrets,
  mapSecrets,
  type StepInput,
  sealSecrets,
  unsealSecrets,
} from './definition-input.ts';
import { sizeFaults } from './definition-rules.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers.ts';
import { validateDefinition } from './validate-definition.ts';

/** A workflow's steps. Secrets are in plain text or sealed, depending on the function that returned the lists. */
export interface StepLists {
  steps: Step[];
  rescue: Step[];
}
type ListName = keyof StepLists;
const listNames = ['steps', 'rescue'] as const;

interface Drafts {
  steps?: StepInput[] | undefined;
  rescue?: StepInput[] | undefined;
}

/**
 * Turns a client's input into steps with secrets in plain text: adds missing ids and replaces each `********` by the
 * secret of the stored step. A list that was not sent stays unchanged.
 * @param current the workflow's current definition, with secrets in plain text
 * @throws AltaError `validation` with all faults of the definition, each with its path
 */
export function resolveDrafts(schema: string, drafts: Drafts, current: StepLists): StepLists {
  const { resolved, faults } = resolveSecrets(drafts, current);
  checkDefinition(schema, resolved, faults);
  return withOwnIds(resolved, current);
}

/**
 * Like `resolveDrafts`, for steps that are stored but not run: they may be incomplete.
 * @throws AltaError `validation` for secrets that can not be stored, and for too many or too large steps
 */
export function resolveIncomplete(drafts: Drafts, current: StepLists): StepLists {
  const { resolved, faults } = resolveSecrets(drafts, current);
  const sizes = sizeFaults({ ...resolved, schema: '' }).filter(({ code }) => code !== 'empty');
  refuseFaults([...faults, ...sizes]);
  return withOwnIds(resolved, current);
}

function resolveSecrets(drafts: Drafts, current: StepLists): { resolved: StepLists; faults: Fault[] } {
  const stepsById = new Map([...current.steps, ...current.rescue].map((step) => [step.id, step]));
  const faults: Fault[] = [];
  const resolveList = (list: ListName) =>
    drafts[list]?.map((draft, index) => {
      const { step, faults: stepFaults } = withSecrets(
        stepOf(draft),
        stepsById.get(draft.id ?? ''),
        `$.${list}[${index}].config`,
      );
      faults.push(...stepFaults);
      return step;
    }) ?? current[list];
  return { resolved: { steps: resolveList('steps'), rescue: resolveList('rescue') }, faults };
}

/**
 * Validates a definition whose secrets are in plain text.
 * @throws AltaError `validation` with the faults in `earlierFaults` and its own
 */
export function checkDefinition(schema: string, definition: StepLists, earlierFaults: Fault[] = []): void {
  refuseFaults([...earlierFaults, ...validateDefinition({ schema, ...definition }, providers).faults]);
}

function refuseFaults(faults: Fault[]): void {
  if (faults.length === 0) return;
  const fields = faults.flatMap(({ paths = [], message }) => paths.map((path) => [path.slice(2), message]));
  throw new AltaError('validation', `The definition is not valid.${truncationNote(faults)}`, {
    fields: Object.fromEntries(fields),
    faults,
  });
}

/** Seals the secrets of a definition. Only sealed definitions may be stored. */
export const sealDefinition = (workspace: Workspace, definition: StepLists): StepLists =>
  mapSteps(definition, (provider, step) => sealSecrets(workspace, provider, step));

/** Unseals the secrets of a definition, only for comparing and checking. Do not pass the result on. */
export const unsealDefinition = (workspace: Workspace, definition: StepLists): StepLists =>
  mapSteps(definition, (provider, step) => unsealSecrets(workspace, provider, step));

/** The definition without the secrets of its steps, and how many were left out. */
export function dropSecrets(definition: StepLists): StepLists & { dropped: number } {
  let dropped = 0;
  const { steps, rescue } = mapSteps(definition, (provider, step) => {
    const { config, ...rest } = mapSecrets(provider, step, () => {
      dropped += 1;
      return undefined;
    });
    if (!config) return rest;
    const present = Object.entries(config).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const isList = provider.secrets?.names.includes(name) && isObject(value);
      return isList ? [] : [[name, value]];
    });
    return { ...rest, ...(present.length > 0 ? { config: Object.fromEntries(present) } : {}) };
  });
  return { steps, rescue, dropped };
}

export const isValidDefinition = (schema: string, definition: StepLists): boolean =>
  validateDefinition({ schema, ...definition }, providers).faults.length === 0;

export const hideDefinitionSecrets = <Lists extends StepLists>(definition: Lists): Lists => ({
  ...definition,
  ...mapSteps(definition, hideSecrets),
});

/** Returns whether two definitions are equal, ignoring step ids. */
export const isSameDefinition = (one: StepLists, other: StepLists): boolean =>
  listNames.every((list) => isDeepStrictEqual(one[list].map(withoutId), other[list].map(withoutId)));

/** Returns the destinations of the steps, each as setting name and value. */
export const destinationsOf = ({ steps = [], rescue = [] }: Drafts | StepLists): Set<string> =>
  new Set(
    [...steps, ...rescue].flatMap(({ provider, config }) =>
      (providers.get(provider)?.destinations ?? [])
        .filter((name) => config?.[name] !== undefined)
        .map((name) => `${name} ${String(config?.[name])}`),
    ),
  );

function mapSteps({ steps, rescue }: StepLists, change: (provider: Provider, step: Step) => Step): StepLists {
  const changed = (step: Step) => {
    const provider = providers.get(step.provider);
    return provider ? change(provider, step) : step;
  };
  return { steps: steps.map(changed), rescue: rescue.map(changed) };
}

function stepOf({ id = uuidv7(), name, provider, config, summary, notes }: StepInput): Step {
  return {
    id,
    name: name ?? providers.get(provider)?.title ?? provider,
    provider,
    ...(config && Object.keys(config).length ? { config } : {}),
    ...(summary ? { summary } : {}),
    ...(notes ? { notes } : {}),
  };
}

/** Replaces each `hiddenSecret` by the secret of the stored step `old`. */
function withSecrets(step: Step, old: Step | undefined, path: string): { step: Step; faults: Fault[] } {
  const provider = providers.get(step.provider);
  if (!provider?.secrets || !step.config) return { step, faults: [] };
  const faults = malformedSecrets(provider.secrets.names, step.config, path);
  if (faults.length) return { step, faults };
  // Another provider could send the secrets to an unintended receiver.
  const storedSecrets =
    old?.provider === step.provider ? secretsOf(provider, old) : new Map<string, string>();
  const targetName = provider.secrets.target;
  const hasNewTarget = addressOf(old?.config?.[targetName]) !== addressOf(step.config[targetName]);
  const withStoredSecrets = mapSecrets(provider, step, (value, secretPath) => {
    if (value !== hiddenSecret) return value;
    const secret = storedSecrets.get(secretPath);
    const paths = [`${path}.${secretPath}`];
    if (secret === undefined) {
      faults.push({
        code: 'secret-unknown',
        message: 'refers to a secret that this step does not have',
        paths,
      });
    } else if (hasNewTarget) {
      faults.push({ code: 'secret-moved', message: 'must be given again: the address has changed', paths });
    }
    return secret ?? value;
  });
  return { step: withStoredSecrets, faults };
}

/**
 * Rejects objects that contain `$sealed`: they would be taken for sealed already and stored unencrypted. Rejects
 * arrays: sealing would turn them into objects.
 */
function malformedSecrets(names: readonly string[], config: Record<string, unknown>, path: string): Fault[] {
  return names.flatMap((name) => {
    const value = config[name];
    if (typeof value !== 'object' || value === null) return [];
    if (!Array.isArray(value) && !Object.hasOwn(value, '$sealed')) return [];
    const message = 'must be a text, or an object of texts without the name `$sealed`';
    return [{ code: 'secret-misshapen', message, paths: [`${path}.${name}`] }];
  });
}

function secretsOf(provider: Provider, step: Step): Map<string, string> {
  const secrets = new Map<string, string>();
  mapSecrets(provider, step, (value, secretPath) => {
    if (typeof value === 'string') secrets.set(secretPath, value);
    return value;
  });
  return secrets;
}

/** Returns the part of a target to which secrets are bound: a URL's origin, or the whole text if it has none. */
function addressOf(target: unknown): unknown {
  if (typeof target !== 'string' || !URL.canParse(target)) return target;
  const { origin } = new URL(target);
  return origin === 'null' ? target : origin;
}

/**
 * Keeps step ids that belong to this workflow, because a secret can be unsealed only under the id of the step it was
 * sealed with, and replaces all other ids. A new step that equals the stored step at its position gets that step's id,
 * so that sending a definition twice changes nothing.
 */
function withOwnIds(resolved: StepLists, current: StepLists): StepLists {
  const ownIds = new Set([...current.steps, ...current.rescue].map(({ id }) => id));
  const sentIds = new Set([...resolved.steps, ...resolved.rescue].map(({ id }) => id));
  const listWithOwnIds = (list: ListName) =>
    resolved[list].map((step, index) => {
      if (ownIds.has(step.id)) return step;
      const storedStep = current[list][index];
      const isSame =
        storedStep &&
        !sentIds.has(storedStep.id) &&
        isDeepStrictEqual(withoutId(storedStep), withoutId(step));
      return isSame ? storedStep : { ...step, id: uuidv7() };
    });
  return { steps: listWithOwnIds('steps'), rescue: listWithOwnIds('rescue') };
}

const withoutId = ({ id: _, ...step }: Step): Omit<Step, 'id'> => step;
