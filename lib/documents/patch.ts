import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isObject } from '#lib/documents/json.ts';
import { sizeLimits } from '#lib/limits.ts';
import { consumeBudget, required, type SizeBudget } from './validation.ts';

const Pointer = z
  .string(required('is required: a JSON pointer such as /name'))
  .max(1_000)
  .regex(/^(\/([^~]|~[01])*)?$/, 'is not a JSON pointer (RFC 6901)');
const value = z.unknown().refine((newValue) => newValue !== undefined, 'is required');

/**
 * A list of operations (RFC 6902). Paths reach only an object's own members, never its prototype.
 */
export const JsonPatch = z
  .array(
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: Pointer, value }),
      z.strictObject({ op: z.literal('remove'), path: Pointer }),
      z.strictObject({ op: z.enum(['move', 'copy']), path: Pointer, from: Pointer }),
    ]),
  )
  .max(1_000, 'has more than 1,000 operations');
export type JsonPatch = z.infer<typeof JsonPatch>;
type Operation = JsonPatch[number];

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  try {
    return requireValueAt(document, parsePointer(pointer));
  } catch (error) {
    if (error instanceof PatchFailure) return undefined;
    throw error;
  }
}

/** The patched value, or the index and the problem of the operation that failed. */
export type PatchOutcome = { ok: true; value: unknown } | { ok: false; index: number; problem: string };

/**
 * Applies all operations to a copy of `target`, or none. The total of written values and the total of
 * compared values are each limited to the size of a request body. Without the limit, forty operations that
 * each copy the earlier copies would create a trillion values.
 */
export function applyJsonPatch(target: unknown, patch: JsonPatch): PatchOutcome {
  let document = structuredClone(target);
  const [writeBudget, compareBudget] = [requestBudget(), requestBudget()];
  for (const [index, operation] of patch.entries()) {
    try {
      document = applyOperation(document, operation, writeBudget, compareBudget);
    } catch (error) {
      if (!(error instanceof PatchFailure)) throw error;
      return { ok: false, index, problem: error.message };
    }
  }
  return { ok: true, value: document };
}

class PatchFailure extends Error {}

const requestBudget = (): SizeBudget => ({ values: sizeLimits.jsonValues, characters: sizeLimits.bodyBytes });

function copyValue(value: unknown, budget: SizeBudget): unknown {
  consumeOrFail(budget, value, 'writes');
  return structuredClone(value);
}

function consumeOrFail(budget: SizeBudget, value: unknown, action: 'writes' | 'compares'): void {
  if (consumeBudget(budget, value)) return;
  const { jsonValues, bodyBytes, jsonLevels } = sizeLimits;
  throw new PatchFailure(
    `the patch ${action} more than ${jsonValues} values, ${bodyBytes} characters or ${jsonLevels} levels in total`,
  );
}

function applyOperation(
  document: unknown,
  operation: Operation,
  writeBudget: SizeBudget,
  compareBudget: SizeBudget,
): unknown {
  const path = parsePointer(operation.path);
  switch (operation.op) {
    case 'add':
      return setValue(document, path, copyValue(operation.value, writeBudget), 'insert');
    case 'replace':
      requireValueAt(document, path);
      return setValue(document, path, copyValue(operation.value, writeBudget), 'overwrite');
    case 'remove':
      return removeValue(document, path);
    case 'test': {
      const actual = requireValueAt(document, path);
      consumeOrFail(compareBudget, actual, 'compares');
      if (isDeepStrictEqual(actual, operation.value)) return document;
      throw new PatchFailure('the value differs');
    }
    case 'copy':
      return setValue(
        document,
        path,
        copyValue(requireValueAt(document, parsePointer(operation.from)), writeBudget),
        'insert',
      );
    case 'move': {
      if (operation.path.startsWith(`${operation.from}/`))
        throw new PatchFailure('a value can not be moved into itself');
      const movedValue = requireValueAt(document, parsePointer(operation.from));
      return setValue(removeValue(document, parsePointer(operation.from)), path, movedValue, 'insert');
    }
  }
}

const parsePointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function requireValueAt(document: unknown, path: string[]): unknown {
  let current = document;
  for (const part of path) current = requireChild(current, part);
  return current;
}

function requireChild(parent: unknown, part: string): unknown {
  if (Array.isArray(parent)) return parent[listIndex(parent, part, parent.length - 1)];
  if (isObject(parent) && Object.hasOwn(parent, part)) return parent[part];
  throw new PatchFailure(`there is no ${part}`);
}

function setValue(
  document: unknown,
  path: string[],
  newValue: unknown,
  mode: 'insert' | 'overwrite',
): unknown {
  const lastPart = path.at(-1);
  if (lastPart === undefined) return newValue;
  const parent = requireValueAt(document, path.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = lastPart === '-' ? parent.length : listIndex(parent, lastPart, parent.length);
    parent.splice(index, mode === 'insert' ? 0 : 1, newValue);
  } else if (isObject(parent)) {
    Object.defineProperty(parent, lastPart, {
      value: newValue,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else throw new PatchFailure(`the parent of ${lastPart} does not exist`);
  return document;
}

function removeValue(document: unknown, path: string[]): unknown {
  const lastPart = path.at(-1);
  if (lastPart === undefined) throw new PatchFailure('the whole document can not be removed');
  const parent = requireValueAt(document, path.slice(0, -1));
  requireChild(parent, lastPart);
  if (Array.isArray(parent)) parent.splice(Number(lastPart), 1);
  else if (isObject(parent)) delete parent[lastPart];
  return document;
}

function listIndex(list: unknown[], part: string, maxIndex: number): number {
  if (!/^(0|[1-9]\d{0,8})$/.test(part) || Number(part) > maxIndex) {
    throw new PatchFailure(`there is no ${part} in a list of ${list.length}`);
  }
  return Number(part);
}

/**
 * Merges a patch (RFC 7396): its members replace members of `target`, and `null` removes them. A patch that
 * is not an object replaces the whole target.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
