import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isObject } from '#lib/documents/json.ts';
import { sizeLimits } from '#lib/limits.ts';
import { consumeBudget, type SizeBudget } from './validation.ts';

const Pointer = z
  .string({ error: 'is required: a JSON pointer such as /name' })
  .max(1_000)
  .regex(/^(\/([^~]|~[01])*)?$/, 'is not a JSON pointer (RFC 6901)');
const value = z.unknown().refine((newValue) => newValue !== undefined, 'is required');

/**
 * RFC 6902: a list of operations. Only own members are addressed, so an object's prototype cannot be reached.
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

/** The patched value, or the index of the failing operation with its problem. */
export type PatchOutcome = { ok: true; value: unknown } | { ok: false; index: number; problem: string };

/**
 * Applies all operations to a copy of `target`, or none. The values written in total, and those compared, are
 * limited to the size of a request body: forty operations that each copy the earlier copies would otherwise
 * give a trillion values.
 */
export function applyJsonPatch(target: unknown, patch: JsonPatch): PatchOutcome {
  let document = structuredClone(target);
  const [written, compared] = [bodyRoom(), bodyRoom()];
  for (const [index, operation] of patch.entries()) {
    try {
      document = applyOperation(document, operation, written, compared);
    } catch (error) {
      if (!(error instanceof PatchFailure)) throw error;
      return { ok: false, index, problem: error.message };
    }
  }
  return { ok: true, value: document };
}

class PatchFailure extends Error {}

const bodyRoom = (): SizeBudget => ({ values: sizeLimits.jsonValues, characters: sizeLimits.bodyBytes });

function copyValue(value: unknown, room: SizeBudget): unknown {
  requireRoom(room, value, 'writes');
  return structuredClone(value);
}

function requireRoom(room: SizeBudget, value: unknown, action: 'writes' | 'compares'): void {
  if (consumeBudget(room, value)) return;
  const { jsonValues, bodyBytes, jsonLevels } = sizeLimits;
  throw new PatchFailure(
    `the patch ${action} more than ${jsonValues} values, ${bodyBytes} characters or ${jsonLevels} levels up to here`,
  );
}

function applyOperation(
  document: unknown,
  operation: Operation,
  written: SizeBudget,
  compared: SizeBudget,
): unknown {
  const path = pointerParts(operation.path);
  switch (operation.op) {
    case 'add':
      return setValue(document, path, copyValue(operation.value, written), 'insert');
    case 'replace':
      valueAt(document, path);
      return setValue(document, path, copyValue(operation.value, written), 'overwrite');
    case 'remove':
      return removeValue(document, path);
    case 'test': {
      const actual = valueAt(document, path);
      requireRoom(compared, actual, 'compares');
      if (isDeepStrictEqual(actual, operation.value)) return document;
      throw new PatchFailure('the value is another one');
    }
    case 'copy':
      return setValue(
        document,
        path,
        copyValue(valueAt(document, pointerParts(operation.from)), written),
        'insert',
      );
    case 'move': {
      if (operation.path.startsWith(`${operation.from}/`))
        throw new PatchFailure('nothing moves into itself');
      const moved = valueAt(document, pointerParts(operation.from));
      return setValue(removeValue(document, pointerParts(operation.from)), path, moved, 'insert');
    }
  }
}

const pointerParts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(document: unknown, path: string[]): unknown {
  let parent = document;
  for (const part of path) parent = childOf(parent, part);
  return parent;
}

function childOf(parent: unknown, part: string): unknown {
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
  const last = path.at(-1);
  if (last === undefined) return newValue;
  const parent = valueAt(document, path.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = last === '-' ? parent.length : listIndex(parent, last, parent.length);
    parent.splice(index, mode === 'insert' ? 0 : 1, newValue);
  } else if (isObject(parent)) {
    Object.defineProperty(parent, last, {
      value: newValue,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else throw new PatchFailure(`there is nothing to put ${last} into`);
  return document;
}

function removeValue(document: unknown, path: string[]): unknown {
  const last = path.at(-1);
  if (last === undefined) throw new PatchFailure('the whole document can not be taken away');
  const parent = valueAt(document, path.slice(0, -1));
  childOf(parent, last);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (isObject(parent)) delete parent[last];
  return document;
}

function listIndex(list: unknown[], part: string, most: number): number {
  if (!/^(0|[1-9]\d{0,8})$/.test(part) || Number(part) > most) {
    throw new PatchFailure(`there is no ${part} in a list of ${list.length}`);
  }
  return Number(part);
}

/**
 * RFC 7396: members of `patch` replace those of `target`, `null` removes them; anything but an object
 * replaces everything.
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
