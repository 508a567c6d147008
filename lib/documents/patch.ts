import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { sizeLimits } from '#lib/limits.ts';
import { type Room, takeRoom } from './validation.ts';

const Pointer = z
  .string({ error: 'is required: a JSON pointer such as /name' })
  .max(1_000)
  .regex(/^(\/([^~]|~[01])*)?$/, 'is not a JSON pointer (RFC 6901)');
const value = z.unknown().refine((given) => given !== undefined, 'is required');

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
  const [written, compared] = [roomOfABody(), roomOfABody()];
  for (const [index, operation] of patch.entries()) {
    try {
      document = applied(document, operation, written, compared);
    } catch (error) {
      if (!(error instanceof CanNot)) throw error;
      return { ok: false, index, problem: error.message };
    }
  }
  return { ok: true, value: document };
}

class CanNot extends Error {}

const roomOfABody = (): Room => ({ values: sizeLimits.jsonValues, characters: sizeLimits.bodyBytes });

function copied(value: unknown, room: Room): unknown {
  requireRoom(room, value, 'writes');
  return structuredClone(value);
}

function requireRoom(room: Room, value: unknown, does: 'writes' | 'compares'): void {
  if (takeRoom(room, value)) return;
  const { jsonValues, bodyBytes, jsonLevels } = sizeLimits;
  throw new CanNot(
    `the patch ${does} more than ${jsonValues} values, ${bodyBytes} characters or ${jsonLevels} levels up to here`,
  );
}

function applied(document: unknown, operation: Operation, written: Room, compared: Room): unknown {
  const path = partsOf(operation.path);
  switch (operation.op) {
    case 'add':
      return put(document, path, copied(operation.value, written), 'insert');
    case 'replace':
      valueAt(document, path);
      return put(document, path, copied(operation.value, written), 'overwrite');
    case 'remove':
      return without(document, path);
    case 'test': {
      const there = valueAt(document, path);
      requireRoom(compared, there, 'compares');
      if (isDeepStrictEqual(there, operation.value)) return document;
      throw new CanNot('the value is another one');
    }
    case 'copy':
      return put(document, path, copied(valueAt(document, partsOf(operation.from)), written), 'insert');
    case 'move': {
      if (operation.path.startsWith(`${operation.from}/`)) throw new CanNot('nothing moves into itself');
      const moved = valueAt(document, partsOf(operation.from));
      return put(without(document, partsOf(operation.from)), path, moved, 'insert');
    }
  }
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(document: unknown, path: string[]): unknown {
  let place = document;
  for (const part of path) place = childOf(place, part);
  return place;
}

function childOf(place: unknown, part: string): unknown {
  if (Array.isArray(place)) return place[indexIn(place, part, place.length - 1)];
  if (isRecord(place) && Object.hasOwn(place, part)) return place[part];
  throw new CanNot(`there is no ${part}`);
}

function put(document: unknown, path: string[], given: unknown, how: 'insert' | 'overwrite'): unknown {
  const last = path.at(-1);
  if (last === undefined) return given;
  const place = valueAt(document, path.slice(0, -1));
  if (Array.isArray(place)) {
    const index = last === '-' ? place.length : indexIn(place, last, place.length);
    place.splice(index, how === 'insert' ? 0 : 1, given);
  } else if (isRecord(place)) {
    Object.defineProperty(place, last, {
      value: given,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  } else throw new CanNot(`there is nothing to put ${last} into`);
  return document;
}

function without(document: unknown, path: string[]): unknown {
  const last = path.at(-1);
  if (last === undefined) throw new CanNot('the whole document can not be taken away');
  const place = valueAt(document, path.slice(0, -1));
  childOf(place, last);
  if (Array.isArray(place)) place.splice(Number(last), 1);
  else if (isRecord(place)) delete place[last];
  return document;
}

function indexIn(list: unknown[], part: string, most: number): number {
  if (!/^(0|[1-9]\d{0,8})$/.test(part) || Number(part) > most) {
    throw new CanNot(`there is no ${part} in a list of ${list.length}`);
  }
  return Number(part);
}

const isRecord = (place: unknown): place is Record<string, unknown> =>
  typeof place === 'object' && place !== null && !Array.isArray(place);

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
