import type { Fault, FaultParams } from '#lib/errors.ts';
import {
  idFaults,
  type List,
  placeFaults,
  type StepKinds,
  sizeFaults,
  warningsOf,
} from '#lib/workflows/placement.ts';
import { type Draft, lists } from './draft.ts';

/** What is wrong, or probably not meant, and where: it stays with its step when the step is moved. */
export interface Problem {
  /** The id of a step; of the definition itself when absent. */
  step?: string | undefined;
  /** Below the step, or below the definition: `config.url`, `name`, `steps`. Empty for the step as a whole. */
  path: string;
  code: string;
  params?: FaultParams;
  /** In the verb's own words, for a code without a text. */
  message: string;
}

/** Of the element where something of the definition itself is put right. */
export const placeId = (path: string) =>
  lists.some((list) => list === path) ? `list-${path}` : `workflow-${path}`;

/** What the verb refused, in a draft as it was sent. */
export const problemsOf = (faults: readonly Fault[], sent: Draft): Problem[] =>
  faults.flatMap(({ code, message, params, paths = ['$'] }) =>
    paths.map((path) => ({ ...placeOf(path, sent), code, message, ...(params ? { params } : {}) })),
  );

/** What can be told without asking: by the verb's own rules of where a step may stand. */
export function placementOf(draft: Draft, schema: string, providers: StepKinds) {
  const definition = { ...draft, schema };
  const faults = lists.flatMap((list: List) =>
    draft[list].flatMap((_, index) => placeFaults(definition, list, index, providers)),
  );
  return {
    faults: problemsOf([...sizeFaults(definition), ...idFaults(definition), ...faults], draft),
    warnings: problemsOf(warningsOf(draft, providers), draft),
  };
}

/** The verb's, but for what can be told from here: that changes with every step that is moved. */
export function problemsNow(told: readonly Problem[], placement: { faults: readonly Problem[] }): Problem[] {
  const isLive = ({ code, path }: Problem) => path === 'provider' || code === 'twice' || code === 'too-many';
  // A new workflow has no step yet, which is no mistake until it is saved.
  return [
    ...told.filter((each) => !isLive(each)),
    ...placement.faults.filter(({ code }) => code !== 'empty'),
  ];
}

/** Where it is in the JSON view: the other way round. */
export function pathOf({ step: id, path }: Problem, draft: Draft): string {
  for (const list of lists) {
    const index = draft[list].findIndex((step) => step.id === id);
    if (index >= 0) return `${list}[${index}]${path && `.${path}`}`;
  }
  return path;
}

/** `$.steps[2].config.url` is `config.url` of the third step. */
function placeOf(path: string, draft: Draft): Pick<Problem, 'step' | 'path'> {
  const whole = path.replace(/^\$\.?/, '');
  const [, list, index, below = ''] = /^(steps|rescue)\[(\d+)\]\.?(.*)$/.exec(whole) ?? [];
  const step = draft[list as List]?.[Number(index)];
  return step ? { step: step.id, path: below } : { path: whole };
}
