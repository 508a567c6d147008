import type { z } from 'zod';
import { AltaError, type Fault, type FaultParams } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';

/** `a.b[0].c` for a path; faults have the same as a JSON path (`$.a.b[0].c`). */
export function dottedPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
}

/** Whether a text is one line without control characters. */
export const isSingleLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** Whether a text has no control characters except line breaks and tabs. */
const isPlainText = (text: string): boolean => !/(?![\t\n\r])\p{Cc}/u.test(text);

const controlCharacter = { code: 'control-character' };

/** For a name: `z.string().trim().max(100).refine(...singleLine)`. */
export const singleLine = [
  isSingleLine,
  { message: 'must be one line, without control characters', params: controlCharacter },
] as const;

const notPlain = 'must have no control characters but line breaks and tabs';

/** For a text of several lines. */
export const plainText = [isPlainText, { message: notPlain, params: controlCharacter }] as const;

const maxControlFaults = 20;

/**
 * Rejects control characters in a document's texts and member names.
 * @param at path of the document in the request
 * @throws AltaError `validation` with a fault for each such text or name, 20 at most
 */
export function refuseControlCharacters(document: unknown, at: string[]): void {
  const found: PropertyKey[][] = [];
  const look = (value: unknown, path: PropertyKey[]): void => {
    if (found.length >= maxControlFaults) return;
    if (typeof value === 'string') {
      if (!isPlainText(value)) found.push(path);
      return;
    }
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) look(each, [...path, index]);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (isPlainText(name)) look(each, [...path, name]);
      else found.push(path);
    }
  };
  look(document, []);
  if (found.length === 0) return;
  throw new AltaError('validation', 'Some fields are not valid.', {
    fields: Object.fromEntries(found.map((path) => [dottedPath([...at, ...path]), notPlain])),
    faults: found.map((path) => ({
      code: controlCharacter.code,
      message: notPlain,
      paths: [path.length ? `$.${dottedPath(path)}` : '$'],
    })),
  });
}

interface Problem {
  path: PropertyKey[];
  message: string;
  code: string;
  params?: FaultParams | undefined;
}

/** Converts zod's issues, up to `namedFaults`. An unknown key is reported itself instead of its object. */
export function problemsOf(error: z.ZodError): Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) {
    const room = sizeLimits.namedFaults - problems.length;
    if (room <= 0) break;
    if (issue.code === 'unrecognized_keys') {
      const unknown = issue.keys.slice(0, room).map((key) => ({
        path: [...issue.path, key],
        message: 'is not a known field',
        code: 'unknown-field',
      }));
      problems.push(...unknown);
    } else problems.push(problemOf(issue));
  }
  return problems;
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  const { path, message } = issue;
  if (issue.code !== 'custom') return { path, message, code: issue.code };
  const { code = 'invalid', params }: Partial<Problem> = issue.params ?? {};
  return { path, message, code, params };
}

/** Suffix of a message when faults may have been left out. */
export const andMore = ({ length }: ArrayLike<unknown>): string =>
  length < sizeLimits.namedFaults ? '' : ` The first ${sizeLimits.namedFaults} faults are named.`;

/**
 * Parses a value by a schema.
 * @param at path of the value in the request, such as `['data']`
 * @throws AltaError `validation` with each field's dotted path, and faults with paths into the value itself
 */
export function parseAt<T extends z.ZodType>(
  schema: T,
  value: unknown,
  at: string[],
  provider?: string,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error);
  const fields = Object.fromEntries(
    problems.map(({ path, message }) => [dottedPath([...at, ...path]), message]),
  );
  const faults = problems.map(
    ({ path, message, code, params }): Fault => ({
      ...(provider ? { provider } : {}),
      code,
      message,
      ...(params ? { params } : {}),
      paths: [path.length ? `$.${dottedPath(path)}` : '$'],
    }),
  );
  throw new AltaError('validation', `Some fields are not valid.${andMore(problems)}`, { fields, faults });
}

/** Remaining size of a JSON value: values at every level, and characters of texts and names. */
export interface SizeBudget {
  values: number;
  characters: number;
}

/** Subtracts the size of `value` from `room`; false as soon as it does not fit or is nested too deeply. */
export function consumeBudget(room: SizeBudget, value: unknown, level = 0): boolean {
  room.values -= 1;
  if (typeof value === 'string') room.characters -= value.length;
  if (room.values < 0 || room.characters < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (level === sizeLimits.jsonLevels) return false;
  for (const name in value) {
    if (!Array.isArray(value)) room.characters -= name.length;
    if (!consumeBudget(room, value[name as keyof typeof value], level + 1)) return false;
  }
  return true;
}
