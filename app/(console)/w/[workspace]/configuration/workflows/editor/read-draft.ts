import { v7 as uuidv7 } from 'uuid';
import { type Draft, type DraftStep, type List, lists } from './draft.ts';

/** Why a text is no draft. What a draft's steps may hold, the verb says when it is saved. */
export interface Unreadable {
  code: 'not-json' | 'not-an-object' | 'not-a-list' | 'no-provider' | 'not-a-text' | 'unknown-field';
  /** Dotted path; empty for the whole. */
  path: string;
  detail?: string;
}

const known = ['name', 'description', 'steps', 'rescue'];

/** Reads the JSON view. A step without an id gets one, so that the cards can tell it apart. */
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
  // The API takes the one name for the other.
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
