import { dottedPath, problemsOf } from '#lib/documents/validation.ts';
import type { Fault } from '#lib/errors.ts';
import type { Provider } from './provider.ts';

interface StepToCheck {
  id: string;
  provider: string;
  /** In clear: the provider's rules are for what the step will run with. */
  config?: Record<string, unknown>;
}

export interface DefinitionToCheck {
  /** The kind of document that the workflow is for, such as `org/party`. */
  schema: string;
  steps: readonly StepToCheck[];
  rescue: readonly StepToCheck[];
}

type Providers = ReadonlyMap<string, Provider>;
type List = 'steps' | 'rescue';

/** Beside these, a fault in a step's configuration carries the code of the rule that it breaks. */
type FaultCode =
  | 'empty'
  | 'too-many'
  | 'twice'
  | 'unknown-provider'
  | 'wrong-schema'
  | 'missing-step'
  | 'waits-in-rescue';
type WarningCode = 'link-too-late' | 'link-not-yet';

const mostSteps = 50;

/** All that is wrong with a definition, and all that is probably not meant, each with its JSON path. */
export function validateDefinition(
  definition: DefinitionToCheck,
  providers: Providers,
): { faults: Fault[]; warnings: Fault[] } {
  const sizes = sizeFaults(definition);
  // A list that is far too long would have a fault for each step.
  if (sizes.length) return { faults: sizes, warnings: [] };
  const faults = [
    ...idFaults(definition),
    ...definition.steps.flatMap((_, index) => stepFaults(definition, 'steps', index, providers)),
    ...definition.rescue.flatMap((_, index) => stepFaults(definition, 'rescue', index, providers)),
  ];
  return { faults, warnings: warningsOf(definition.steps, providers) };
}

/** What may be meant, but would tell of the registration's link before it is there, or when it is used already. */
export function warningsOf(steps: readonly { provider: string }[], providers: Providers): Fault[] {
  const kinds = steps.map(({ provider }) => providers.get(provider));
  return [...tooEarly(kinds, providers), ...tooLate(kinds)]
    .sort((a, b) => a.index - b.index)
    .map(({ index, code, message }) => at(`steps[${index}]`, code, message));
}

interface Warning {
  index: number;
  code: WarningCode;
  message: string;
}
type Kinds = (Provider | undefined)[];

function tooEarly(kinds: Kinds, providers: Providers): Warning[] {
  const openers = new Set([...providers.values()].map(({ role, needs }) => role === 'waits' && needs));
  const opener = kinds.findIndex((kind) => kind && openers.has(kind.id));
  const message = `stands before ${kinds[opener]?.id}, which makes the link: it has no link to tell of yet`;
  return kinds
    .slice(0, Math.max(opener, 0))
    .flatMap((kind, index) => (kind?.role === 'tells' ? [{ index, code: 'link-not-yet', message }] : []));
}

function tooLate(kinds: Kinds): Warning[] {
  const late = new Map<number, Warning>();
  for (const [wait, kind] of kinds.entries()) {
    if (kind?.role !== 'waits') continue;
    const opener = kinds.findLastIndex((other, index) => index < wait && other?.id === kind.needs);
    const isTold = kinds.slice(opener + 1, wait).some((other) => other?.role === 'tells');
    if (opener < 0 || isTold) continue;
    const index = kinds.findIndex((other, place) => place > wait && other?.role === 'tells');
    const message = `stands behind ${kind.id}, which waits for who has the link: nobody is told of it before`;
    if (index >= 0) late.set(index, { index, code: 'link-too-late', message });
  }
  return [...late.values()];
}

function sizeFaults({ steps, rescue }: DefinitionToCheck): Fault[] {
  const tooMany = (list: List) => at(list, 'too-many', `may have ${mostSteps} steps at the most`);
  return [
    ...(steps.length === 0 ? [at('steps', 'empty', 'must have a step')] : []),
    ...(steps.length > mostSteps ? [tooMany('steps')] : []),
    ...(rescue.length > mostSteps ? [tooMany('rescue')] : []),
  ];
}

function idFaults({ steps, rescue }: DefinitionToCheck): Fault[] {
  const seen = new Set<string>();
  const again = (list: List) => (step: StepToCheck, index: number) => {
    if (!seen.has(step.id)) {
      seen.add(step.id);
      return [];
    }
    return [at(`${list}[${index}].id`, 'twice', 'is the id of another step too')];
  };
  return [...steps.flatMap(again('steps')), ...rescue.flatMap(again('rescue'))];
}

function stepFaults(definition: DefinitionToCheck, list: List, index: number, providers: Providers): Fault[] {
  const step = definition[list][index];
  if (!step) return [];
  const path = `${list}[${index}]`;
  const provider = providers.get(step.provider);
  if (!provider) {
    const known = [...providers.keys()].join(', ');
    return [at(`${path}.provider`, 'unknown-provider', `is unknown: must be one of ${known}`)];
  }
  const faults: Fault[] = [];
  const refuse = (code: FaultCode, message: string) => faults.push(at(`${path}.provider`, code, message));
  if (provider.schema && provider.schema !== definition.schema) {
    refuse('wrong-schema', `is for ${provider.schema}, and the workflow for ${definition.schema}`);
  }
  const earlier = [...(list === 'rescue' ? definition.steps : []), ...definition[list].slice(0, index)];
  if (provider.needs && !earlier.some((other) => other.provider === provider.needs)) {
    refuse('missing-step', `needs a step ${provider.needs} before it`);
  }
  if (provider.role === 'waits' && list === 'rescue') {
    refuse('waits-in-rescue', 'waits, which a rescue can not: the job has failed already');
  }
  return [...faults, ...configFaults(step, `${path}.config`, provider)];
}

function configFaults(step: StepToCheck, path: string, provider: Provider): Fault[] {
  const parsed = provider.config.safeParse(step.config ?? {});
  if (parsed.success) return [];
  return problemsOf(parsed.error).map(({ path: inner, code, message }) => {
    const below = dottedPath(inner);
    return { code, message, paths: [`$.${path}${below ? `.${below}` : ''}`] };
  });
}

const at = (path: string, code: FaultCode | WarningCode, message: string): Fault => ({
  code,
  message,
  paths: [`$.${path}`],
});
