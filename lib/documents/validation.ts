import type { z } from 'zod';
import { AltaError, type Fault, type FaultParams } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';

/** Formats a path as `a.b[0].c`. Faults add the prefix `$.`, which makes it a JSON path. */
export function dottedPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
}

/** True if the text is one line without control characters. */
export const isSingleLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/**
 * True if the text has no control characters except line breaks and tabs, and none that Unicode reserves for
 * programs: XML has no U+FFFE and U+FFFF, so the authority could not read the request.
 */
const isPlainText = (text: string): boolean => !/(?![\t\n\r])[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(text);

const controlCharacter = { code: 'control-character' };

/** Refinement for a name: `z.string().trim().max(100).refine(...singleLine)`. */
export const singleLine = [
  isSingleLine,
  { message: 'must be one line, without control characters', params: controlCharacter },
] as const;

const plainTextMessage = 'must have no control characters except line breaks and tabs';

/** Refinement for a text of several lines. */
export const plainText = [isPlainText, { message: plainTextMessage, params: controlCharacter }] as const;

const maxControlFaults = 20;

/**
 * Rejects control characters in a document's texts and member names.
 * @param documentPath path of the document in the request
 * @throws AltaError `validation` with a fault for each such text or name, 20 at most
 */
export function refuseControlCharacters(document: unknown, documentPath: string[]): void {
  const invalidPaths: PropertyKey[][] = [];
  const visit = (value: unknown, path: PropertyKey[]): void => {
    if (invalidPaths.length >= maxControlFaults) return;
    if (typeof value === 'string') {
      if (!isPlainText(value)) invalidPaths.push(path);
      return;
    }
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) visit(each, [...path, index]);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (isPlainText(name)) visit(each, [...path, name]);
      else invalidPaths.push(path);
    }
  };
  visit(document, []);
  if (invalidPaths.length === 0) return;
  throw new AltaError('validation', 'Some fields are not valid.', {
    fields: Object.fromEntries(
      invalidPaths.map((path) => [dottedPath([...documentPath, ...path]), plainTextMessage]),
    ),
    faults: invalidPaths.map((path) => ({
      code: controlCharacter.code,
      message: plainTextMessage,
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

/** Converts zod's issues, up to `listedFaults`. The path of an unknown key includes the key. */
export function toProblems(error: z.ZodError): Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) {
    const budget = sizeLimits.listedFaults - problems.length;
    if (budget <= 0) break;
    if (issue.code === 'unrecognized_keys') {
      const unknown = issue.keys.slice(0, budget).map((key) => ({
        path: [...issue.path, key],
        message: 'is not a known field',
        code: 'unknown-field',
      }));
      problems.push(...unknown);
    } else problems.push(toProblem(issue));
  }
  return problems;
}

function toProblem(issue: z.core.$ZodIssue): Problem {
  const { path, message } = issue;
  if (issue.code !== 'custom') return { path, message, code: issue.code };
  const { code = 'invalid', params }: Partial<Problem> = issue.params ?? {};
  return { path, message, code, params };
}

/** Suffix of the message; empty unless the list of faults may be truncated. */
export const truncationNote = ({ length }: ArrayLike<unknown>): string =>
  length < sizeLimits.listedFaults ? '' : ` The first ${sizeLimits.listedFaults} faults are listed.`;

/**
 * Parses a value by a schema.
 * @param documentPath path of the value in the request, such as `['data']`
 * @throws AltaError `validation` with each field's dotted path, and faults with paths into the value itself
 */
export function parseDocument<T extends z.ZodType>(
  schema: T,
  value: unknown,
  documentPath: string[],
  provider?: string,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = toProblems(parsed.error);
  const fields = Object.fromEntries(
    problems.map(({ path, message }) => [dottedPath([...documentPath, ...path]), message]),
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
  throw new AltaError('validation', `Some fields are not valid.${truncationNote(problems)}`, {
    fields,
    faults,
  });
}

/**
 * Remaining size allowed for JSON: the number of values at all levels, and the characters of texts and names.
 */
export interface SizeBudget {
  values: number;
  characters: number;
}

/** Subtracts the size of `value` from `budget`. False if it does not fit or is nested too deeply. */
export function consumeBudget(budget: SizeBudget, value: unknown, level = 0): boolean {
  budget.values -= 1;
  if (typeof value === 'string') budget.characters -= value.length;
  if (budget.values < 0 || budget.characters < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (level === sizeLimits.jsonLevels) return false;
  for (const name in value) {
    if (!Array.isArray(value)) budget.characters -= name.length;
    if (!consumeBudget(budget, value[name as keyof typeof value], level + 1)) return false;
  }
  return true;
}
