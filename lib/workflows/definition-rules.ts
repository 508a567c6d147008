import type { DefinitionCode, Fault } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import type { Provider } from './provider.ts';

/** A provider without its code. The Console's editor checks definitions by the same rules. */
type StepKind = Pick<Provider, 'id' | 'schema' | 'unused' | 'needs' | 'role'>;
export type StepKinds = ReadonlyMap<string, StepKind>;

interface StepToPlace {
  id: string;
  provider: string;
  config?: Record<string, unknown> | undefined;
}
export type List = 'steps' | 'rescue';

export interface DefinitionToPlace extends Record<List, readonly StepToPlace[]> {
  /** Kind of document that the workflow is for, such as `org/party`. */
  schema: string;
}

const maxSteps = 50;

/** Steps that workflows of the reference have and Alta does not, and what to use instead. */
const insteadOf: Partial<Record<string, string>> = {
  'sequence.enumerate': 'leave it out, since ARCA numbers the invoices in the step gov-ar.send',
  'silo.folder': 'an entry stays in its folder; create it in the right one',
  'silo.correct': 'create the note with POST /silo/v1/entries and its member correct',
  'silo.sleep': 'steps run one after the other at once; create the job when it is due',
  'transform.job.create': 'create the other job with POST /transform/v1/jobs when a webhook step says so',
};

export function sizeFaults({ steps, rescue }: DefinitionToPlace): Fault[] {
  const tooMany = (list: List) => faultAt(list, 'too-many', `may have at most ${maxSteps} steps`);
  const most = sizeLimits.stepsCharacters;
  const isTooLarge = (list: readonly unknown[]) => JSON.stringify(list).length > most;
  const tooLarge = (list: List) =>
    faultAt(list, 'definition-too-large', `may have at most ${most} characters as JSON`);
  return [
    ...(steps.length === 0 ? [faultAt('steps', 'empty', 'must have at least one step')] : []),
    ...(steps.length > maxSteps ? [tooMany('steps')] : []),
    ...(rescue.length > maxSteps ? [tooMany('rescue')] : []),
    ...(isTooLarge(steps) ? [tooLarge('steps')] : []),
    ...(isTooLarge(rescue) ? [tooLarge('rescue')] : []),
  ];
}

export function idFaults({ steps, rescue }: DefinitionToPlace): Fault[] {
  const seen = new Set<string>();
  const duplicateId = (list: List) => (step: StepToPlace, index: number) => {
    if (!seen.has(step.id)) {
      seen.add(step.id);
      return [];
    }
    return [faultAt(`${list}[${index}].id`, 'twice', 'is also the id of another step')];
  };
  return [...steps.flatMap(duplicateId('steps')), ...rescue.flatMap(duplicateId('rescue'))];
}

/** Returns the faults of a step's position, or of its presence in this workflow. */
export function positionFaults(
  definition: DefinitionToPlace,
  list: List,
  index: number,
  providers: StepKinds,
): Fault[] {
  const step = definition[list][index];
  if (!step) return [];
  const faults: Fault[] = [];
  const refuse = (code: DefinitionCode, message: string) =>
    faults.push(faultAt(`${list}[${index}].provider`, code, message));
  const provider = providers.get(step.provider);
  if (!provider) {
    const instead = insteadOf[step.provider];
    const known = [...providers.keys()].join(', ');
    refuse(
      'unknown-provider',
      instead ? `is not offered: ${instead}` : `is unknown: must be one of ${known}`,
    );
    return faults;
  }
  if (provider.schema && provider.schema !== definition.schema) {
    refuse('wrong-schema', `is for ${provider.schema}, but the workflow is for ${definition.schema}`);
  }
  const earlier = [...(list === 'rescue' ? definition.steps : []), ...definition[list].slice(0, index)];
  if (provider.needs && !earlier.some((other) => other.provider === provider.needs)) {
    refuse('missing-step', `requires an earlier step ${provider.needs}`);
  }
  if (provider.role === 'waits' && list === 'rescue') {
    refuse('waits-in-rescue', 'can not be used in a rescue: it waits, but the job has already failed');
  }
  return faults;
}

/**
 * Returns warnings about a definition that is allowed but probably unintended: sending the registration's
 * link before it exists or after it has been used, and settings without effect.
 */
export function warningsOf(
  definition: Record<List, readonly Omit<StepToPlace, 'id'>[]>,
  providers: StepKinds,
): Fault[] {
  const kinds = definition.steps.map(({ provider }) => providers.get(provider));
  const linkWarnings = [...linkTooEarly(kinds, providers), ...linkTooLate(kinds)]
    .sort((a, b) => a.index - b.index)
    .map(({ index, code, message }) => faultAt(`steps[${index}]`, code, message));
  const unused = (list: List) =>
    definition[list].flatMap((step, index) => {
      const names = unusedSettings(step, providers.get(step.provider));
      return names.map((name) =>
        faultAt(`${list}[${index}].config.${name}`, 'without-effect', 'is accepted but has no effect'),
      );
    });
  return [...linkWarnings, ...unused('steps'), ...unused('rescue')];
}

/** Returns the settings without effect that have a value. Empty, zero and false values do not count. */
const unusedSettings = (
  { config = {} }: Omit<StepToPlace, 'id'>,
  kind: StepKind | undefined,
): readonly string[] => kind?.unused?.filter((name) => Boolean(config[name])) ?? [];

interface Warning {
  index: number;
  code: Extract<DefinitionCode, `link-${string}`>;
  message: string;
}
type Kinds = (StepKind | undefined)[];

function linkTooEarly(kinds: Kinds, providers: StepKinds): Warning[] {
  const linkCreators = new Set([...providers.values()].map(({ role, needs }) => role === 'waits' && needs));
  const linkCreator = kinds.findIndex((kind) => kind && linkCreators.has(kind.id));
  const message = `must come after ${kinds[linkCreator]?.id}, which creates the link`;
  return kinds
    .slice(0, Math.max(linkCreator, 0))
    .flatMap((kind, index) => (kind?.role === 'tells' ? [{ index, code: 'link-not-yet', message }] : []));
}

function linkTooLate(kinds: Kinds): Warning[] {
  const late = new Map<number, Warning>();
  for (const [wait, kind] of kinds.entries()) {
    if (kind?.role !== 'waits') continue;
    const linkCreator = kinds.findLastIndex((other, index) => index < wait && other?.id === kind.needs);
    const isSentBefore = kinds.slice(linkCreator + 1, wait).some((other) => other?.role === 'tells');
    if (linkCreator < 0 || isSentBefore) continue;
    const index = kinds.findIndex((other, position) => position > wait && other?.role === 'tells');
    const message = `must come before ${kind.id}, which waits for the supplier to use the link`;
    if (index >= 0) late.set(index, { index, code: 'link-too-late', message });
  }
  return [...late.values()];
}

const faultAt = (path: string, code: DefinitionCode, message: string): Fault => ({
  code,
  message,
  paths: [`$.${path}`],
});
