import { v7 as uuidv7 } from 'uuid';
import { isObject } from '#lib/documents/json.ts';
import type { Fault, FaultParams } from '#lib/errors.ts';
import {
  idFaults,
  positionFaults,
  type StepKinds,
  sizeFaults,
  warningsOf,
} from '#lib/workflows/definition-rules.ts';
import type { DescribedProvider } from '#lib/workflows/providers.ts';

/** A step being edited. Members without a form field stay unchanged. */
export interface DraftStep {
  id: string;
  provider: string;
  name?: string;
  config?: Record<string, unknown>;
  summary?: string;
  notes?: string;
}

export type List = 'steps' | 'rescue';
export const lists = ['steps', 'rescue'] as const;

/** A version's content being edited. Secrets are `********`. */
export interface Draft extends Record<List, DraftStep[]> {
  name: string;
  description: string;
}

export const draftOf = ({ name, description, steps, rescue }: Draft): Draft => ({
  name,
  description,
  steps: steps.map(inOrder),
  rescue: rescue.map(inOrder),
});

/** Restores the order of members, which the database does not preserve. */
function inOrder({ id, name, provider, config, ...rest }: DraftStep): DraftStep {
  return { id, ...(name === undefined ? {} : { name }), provider, ...(config ? { config } : {}), ...rest };
}

export const isSame = (one: Draft, other: Draft) => textOf(one) === textOf(other);

export const textOf = (draft: Draft) => `${JSON.stringify(draftOf(draft), null, 2)}\n`;

export function withStep(draft: Draft, id: string, change: (step: DraftStep) => DraftStep): Draft {
  const changed = (step: DraftStep) => (step.id === id ? change(step) : step);
  return { ...draft, steps: draft.steps.map(changed), rescue: draft.rescue.map(changed) };
}

export function withNew(draft: Draft, list: List, index: number, step: DraftStep): Draft {
  return { ...draft, [list]: draft[list].toSpliced(index, 0, step) };
}

export const without = (draft: Draft, list: List, id: string): Draft => ({
  ...draft,
  [list]: draft[list].filter((step) => step.id !== id),
});

export function withMoved(draft: Draft, list: List, from: number, to: number): Draft {
  const step = draft[list][from];
  if (!step || !draft[list][to]) return draft;
  return { ...draft, [list]: draft[list].toSpliced(from, 1).toSpliced(to, 0, step) };
}

/** Sets one field of a step's configuration; `undefined` removes it. */
export function withConfig(step: DraftStep, name: string, value: unknown): DraftStep {
  const entries = Object.entries({ ...step.config, [name]: value });
  const config = Object.fromEntries(entries.filter(([, each]) => each !== undefined));
  const changed: DraftStep = { ...step, config };
  if (step.summary) changed.summary = summaryAfter(step.summary, step.config, config);
  if (entries.length === 1 && value === undefined) delete changed.config;
  return changed;
}

type Config = Record<string, unknown>;

/** A template's summary names the state, so it must follow a change of the state. */
function summaryAfter(summary: string, before: Config | undefined, after: Config): string {
  const formOf = (state: unknown) => `Set state to \`${state}\`{.state .${state}}`;
  return summary === formOf(before?.state) ? formOf(after.state) : summary;
}

/** A saved workflow as the editor's initial state. */
export interface SavedWorkflow {
  id: string;
  version: number;
  draft: Draft;
  kept?: KeptDraft;
}

/** The edits that are stored but not published. */
export interface KeptDraft {
  revision: string;
  /** The newest version when the draft was begun. */
  baseVersion: number;
  /** Author and date of the last save. */
  by: string;
  at: Date;
  draft: Draft;
}

/** A field of a step's configuration, as the form shows it. */
export interface FieldSpec {
  name: string;
  isRequired: boolean;
  /** Never shown again after saving. */
  isSecret: boolean;
  shape:
    | { kind: 'choice'; choices: string[] }
    /** Any number of the choices. */
    | { kind: 'choices'; choices: string[] }
    | { kind: 'number'; min?: number | undefined; max?: number | undefined }
    | { kind: 'text'; format?: string | undefined; longest?: number | undefined }
    | { kind: 'flag' }
    /** Texts by name, such as headers. */
    | { kind: 'pairs' }
    /** Anything else; the form has no field for it. */
    | { kind: 'other' };
}

/** The parts of JSON Schema that configurations use. */
interface Property {
  type?: unknown;
  enum?: unknown;
  items?: unknown;
  format?: unknown;
  writeOnly?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  maxLength?: unknown;
  additionalProperties?: unknown;
}

/** Fields of a provider's configuration, in the order of its schema. */
export function fieldsOf({ config }: Pick<DescribedProvider, 'config'>): FieldSpec[] {
  const required = 'required' in config && Array.isArray(config.required) ? config.required : [];
  return Object.entries(config.properties as Record<string, Property>).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    isSecret: property.writeOnly === true,
    shape: shapeOf(property),
  }));
}

const choicesIn = (values: unknown): string[] | undefined =>
  Array.isArray(values) && values.every((each) => typeof each === 'string') ? values : undefined;

function shapeOf(property: Property): FieldSpec['shape'] {
  const choices = choicesIn(property.enum);
  if (choices) return { kind: 'choice', choices };
  switch (property.type) {
    case 'array': {
      const { items } = property;
      const each = isObject(items) ? choicesIn(items.enum) : undefined;
      return each ? { kind: 'choices', choices: each } : { kind: 'other' };
    }
    case 'integer':
    case 'number':
      return { kind: 'number', min: numberIn(property.minimum), max: numberIn(property.maximum) };
    case 'string':
      return {
        kind: 'text',
        format: typeof property.format === 'string' ? property.format : undefined,
        longest: numberIn(property.maxLength),
      };
    case 'boolean':
      return { kind: 'flag' };
    case 'object':
      return { kind: isOfTexts(property.additionalProperties) ? 'pairs' : 'other' };
    default:
      return { kind: 'other' };
  }
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);

const isOfTexts = (values: unknown) =>
  typeof values === 'object' && values !== null && 'type' in values && values.type === 'string';

export type Providers = ReadonlyMap<string, DescribedProvider>;

export const byId = (list: readonly DescribedProvider[]): Providers =>
  new Map(list.map((provider) => [provider.id, provider]));

/** A fault or warning with its place. It refers to the step by id, so it stays with a step that is moved. */
export interface Problem {
  /** Id of the step; absent for the definition itself. */
  step?: string | undefined;
  /** Path below the step or the definition: `config.url`, `name`, `steps`. Empty for the whole step. */
  path: string;
  code: string;
  params?: FaultParams;
  /** The server's message, for a code without a text. */
  message: string;
}

/** Id of the HTML element in which a problem of the definition itself is corrected. */
export const placeId = (path: string) =>
  lists.some((list) => list === path) ? `list-${path}` : `workflow-${path}`;

/** Converts the server's faults to problems of the draft `sent`. */
export const problemsOf = (faults: readonly Fault[], sent: Draft): Problem[] =>
  faults.flatMap(({ code, message, params, paths = ['$'] }) =>
    paths.map((path) => ({ ...placeOf(path, sent), code, message, ...(params ? { params } : {}) })),
  );

/** Checks the positions of the steps in the browser, with the server's rules. */
export function placementOf(draft: Draft, schema: string, providers: StepKinds) {
  const definition = { ...draft, schema };
  const faults = lists.flatMap((list: List) =>
    draft[list].flatMap((_, index) => positionFaults(definition, list, index, providers)),
  );
  return {
    faults: problemsOf([...sizeFaults(definition), ...idFaults(definition), ...faults], draft),
    warnings: problemsOf(warningsOf(draft, providers), draft),
  };
}

/**
 * Problems from the server and the browser. A problem that both can find comes only from the browser, because
 * it changes when a step is moved.
 */
export function problemsNow(
  fromServer: readonly Problem[],
  placement: { faults: readonly Problem[] },
): Problem[] {
  const isLive = ({ code, path }: Problem) =>
    path === 'provider' || ['twice', 'too-many', 'definition-too-large'].includes(code);
  // A new workflow without steps is no error until it is saved.
  return [
    ...fromServer.filter((each) => !isLive(each)),
    ...placement.faults.filter(({ code }) => code !== 'empty'),
  ];
}

/** Path of a problem in the JSON view; the reverse of `placeOf`. */
export function pathOf({ step: id, path }: Problem, draft: Draft): string {
  for (const list of lists) {
    const index = draft[list].findIndex((step) => step.id === id);
    if (index >= 0) return `${list}[${index}]${path && `.${path}`}`;
  }
  return path;
}

/** Maps `$.steps[2].config.url` to `config.url` of the third step. */
function placeOf(path: string, draft: Draft): Pick<Problem, 'step' | 'path'> {
  const whole = path.replace(/^\$\.?/, '');
  const [, list, index, below = ''] = /^(steps|rescue)\[(\d+)\]\.?(.*)$/.exec(whole) ?? [];
  const step = draft[list as List]?.[Number(index)];
  return step ? { step: step.id, path: below } : { path: whole };
}

/** Reason why a text is not a draft. The server checks the content of the steps when the draft is saved. */
export interface Unreadable {
  code: 'not-json' | 'not-an-object' | 'not-a-list' | 'no-provider' | 'not-a-text' | 'unknown-field';
  /** Dotted path; empty for the whole text. */
  path: string;
  detail?: string;
}

const known = ['name', 'description', 'steps', 'rescue'];

/** Parses the JSON view. Steps without an id get one, because the cards need it. */
export function readDraft(text: string): { draft: Draft } | { unreadable: Unreadable } {
  try {
    return { draft: draftFrom(parse(text)) };
  } catch (error) {
    if (error instanceof Refusal) return { unreadable: error.why };
    throw error;
  }
}

class Refusal extends Error {
  readonly why: Unreadable;
  constructor(why: Unreadable) {
    super(why.code);
    this.why = why;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal({ code: 'not-json', path: '', detail: error instanceof Error ? error.message : '' });
  }
}

function draftFrom(value: unknown): Draft {
  const object = objectAt('', value);
  for (const key of Object.keys(object)) {
    if (!known.includes(key)) throw new Refusal({ code: 'unknown-field', path: key });
  }
  const { name = '', description = '' } = object;
  const [steps, rescue] = lists.map((list) => stepsAt(list, object[list] ?? []));
  return {
    name: textAt('name', name),
    description: textAt('description', description),
    steps: steps ?? [],
    rescue: rescue ?? [],
  };
}

function stepsAt(list: List, value: unknown): DraftStep[] {
  if (!Array.isArray(value)) throw new Refusal({ code: 'not-a-list', path: list });
  return value.map((item: unknown, index) => stepAt(`${list}[${index}]`, item));
}

function stepAt(path: string, value: unknown): DraftStep {
  const { id, provider, action, ...rest } = objectAt(path, value);
  // The API accepts `action` for `provider`.
  const kind = provider ?? action;
  if (kind === undefined) throw new Refusal({ code: 'no-provider', path });
  if (rest.config !== undefined) objectAt(`${path}.config`, rest.config);
  for (const name of ['name', 'summary', 'notes']) {
    if (rest[name] !== undefined) textAt(`${path}.${name}`, rest[name]);
  }
  return {
    id: id === undefined ? uuidv7() : textAt(`${path}.id`, id),
    provider: textAt(`${path}.provider`, kind),
    ...rest,
  };
}

function objectAt(path: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Refusal({ code: 'not-an-object', path });
}

function textAt(path: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Refusal({ code: 'not-a-text', path });
}
