import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Workspace } from '#lib/context.ts';
import type { Step } from '#lib/database/tables/workflows.ts';
import { andMore } from '#lib/documents/validation.ts';
import { AltaError, type Fault } from '#lib/errors.ts';
import {
  hidden,
  hideSecrets,
  mapSecrets,
  type StepInput,
  sealSecrets,
  unsealSecrets,
} from './definition-input.ts';
import type { Provider } from './provider.ts';
import { providers } from './providers.ts';
import { validateDefinition } from './validate-definition.ts';

/** What a workflow does. Secrets are in clear or sealed as the function says that makes it. */
export interface StepLists {
  steps: Step[];
  rescue: Step[];
}
type List = keyof StepLists;
const lists = ['steps', 'rescue'] as const;

interface Drafts {
  steps?: StepInput[] | undefined;
  rescue?: StepInput[] | undefined;
}

/**
 * What a client sent, as steps in clear: with the secrets that `********` stands for, and with ids. A list that
 * was not sent stays as it is. `there` is what the workflow is until now, in clear.
 * @throws AltaError `validation` with all that is wrong with the whole, each with its path.
 */
export function settleDrafts(schema: string, drafts: Drafts, there: StepLists): StepLists {
  const known = new Map([...there.steps, ...there.rescue].map((step) => [step.id, step]));
  const faults: Fault[] = [];
  const settle = (list: List) =>
    drafts[list]?.map((draft, index) => {
      const filled = withSecrets(stepOf(draft), known.get(draft.id ?? ''), `$.${list}[${index}].config`);
      faults.push(...filled.faults);
      return filled.step;
    }) ?? there[list];
  const settled = { steps: settle('steps'), rescue: settle('rescue') };
  checkDefinition(schema, settled, faults);
  return withOwnIds(settled, there);
}

/** @throws AltaError `validation` with `already` and all that is wrong with the definition, which is in clear. */
export function checkDefinition(schema: string, definition: StepLists, already: Fault[] = []): void {
  const faults = [...already, ...validateDefinition({ schema, ...definition }, providers).faults];
  if (faults.length === 0) return;
  const fields = faults.flatMap(({ paths = [], message }) => paths.map((path) => [path.slice(2), message]));
  throw new AltaError('validation', `The definition is not valid.${andMore(faults)}`, {
    fields: Object.fromEntries(fields),
    faults,
  });
}

/** For the tables: nothing else may reach them. */
export const sealDefinition = (workspace: Workspace, definition: StepLists): StepLists =>
  mapSteps(definition, (provider, step) => sealSecrets(workspace, provider, step));

/** For comparing and checking. The result must not leave the verb. */
export const unsealDefinition = (workspace: Workspace, definition: StepLists): StepLists =>
  mapSteps(definition, (provider, step) => unsealSecrets(workspace, provider, step));

/** As anybody may see it. */
export const hideDefinition = <Lists extends StepLists>(definition: Lists): Lists => ({
  ...definition,
  ...mapSteps(definition, hideSecrets),
});

/** Whether both do the same: ids are the steps' names for themselves. */
export const doesTheSame = (one: StepLists, other: StepLists): boolean =>
  lists.every((list) => isDeepStrictEqual(one[list].map(withoutId), other[list].map(withoutId)));

/** Where the steps send something, each with the setting that says so. */
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

/** Puts the secrets of `old`, the step as it was, where the client sent `hidden`. */
function withSecrets(step: Step, old: Step | undefined, path: string): { step: Step; faults: Fault[] } {
  const provider = providers.get(step.provider);
  if (!provider?.secrets || !step.config) return { step, faults: [] };
  const faults = malformedSecrets(provider.secrets.names, step.config, path);
  if (faults.length) return { step, faults };
  // Another provider would send them where nobody meant them to go.
  const kept = old?.provider === step.provider ? secretsOf(provider, old) : new Map<string, string>();
  const { target } = provider.secrets;
  const hasMoved = addressOf(old?.config?.[target]) !== addressOf(step.config[target]);
  const filled = mapSecrets(provider, step, (value, column) => {
    if (value !== hidden) return value;
    const secret = kept.get(column);
    const paths = [`${path}.${column}`];
    if (secret === undefined) {
      faults.push({
        code: 'secret-unknown',
        message: 'stands for a secret that this step does not have',
        paths,
      });
    } else if (hasMoved) {
      faults.push({ code: 'secret-moved', message: 'must be given again: the address has changed', paths });
    }
    return secret ?? value;
  });
  return { step: filled, faults };
}

/** What would pass for sealed already and be stored as it is, or lose its shape when it is sealed. */
function malformedSecrets(names: readonly string[], config: Record<string, unknown>, path: string): Fault[] {
  return names.flatMap((name) => {
    const value = config[name];
    if (typeof value !== 'object' || value === null) return [];
    if (!Array.isArray(value) && !Object.hasOwn(value, '$sealed')) return [];
    const message = 'must be a text, or texts by name, of which none is `$sealed`';
    return [{ code: 'secret-misshapen', message, paths: [`${path}.${name}`] }];
  });
}

function secretsOf(provider: Provider, step: Step): Map<string, string> {
  const secrets = new Map<string, string>();
  mapSecrets(provider, step, (value, column) => {
    if (typeof value === 'string') secrets.set(column, value);
    return value;
  });
  return secrets;
}

/** Where secrets are sent: a URL's origin, or the whole of what has none. */
function addressOf(target: unknown): unknown {
  if (typeof target !== 'string' || !URL.canParse(target)) return target;
  const { origin } = new URL(target);
  return origin === 'null' ? target : origin;
}

/**
 * A step of this workflow keeps its id, and any other gets one: secrets are sealed for an id. A step without one
 * that does the same as the step at its place is that step, so that a definition sent twice is no change.
 */
function withOwnIds(settled: StepLists, there: StepLists): StepLists {
  const known = new Set([...there.steps, ...there.rescue].map(({ id }) => id));
  const used = new Set([...settled.steps, ...settled.rescue].map(({ id }) => id));
  const own = (list: List) =>
    settled[list].map((step, index) => {
      if (known.has(step.id)) return step;
      const before = there[list][index];
      const isSame = before && !used.has(before.id) && isDeepStrictEqual(withoutId(before), withoutId(step));
      return isSame ? before : { ...step, id: uuidv7() };
    });
  return { steps: own('steps'), rescue: own('rescue') };
}

const withoutId = ({ id: _, ...step }: Step): Omit<Step, 'id'> => step;
