import type { z } from 'zod';
import { AltaError, type Fault, type FaultCode, type FaultParams, type FieldCode } from '#lib/errors.ts';
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

/** `params` of a zod issue with a code of its own: `z.string().refine(…, {message, params: coded('required')})`. */
export const coded = (code: FaultCode, params?: FaultParams) => ({ code, params });

/** Message of a missing value only. Another type gets the message that names the type. */
export const required = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? message : undefined),
});

const controlCharacter = { code: 'control-character' } as const;

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
  code: FaultCode;
  params?: FaultParams | undefined;
  /** Other fields that may be the ones to correct. */
  others?: PropertyKey[][] | undefined;
}

/** Parses with messages in plain English, which follow the field's name: `must be a string`. */
export const safeParse = <T extends z.ZodType>(schema: T, value: unknown) =>
  schema.safeParse(value, { error: plainMessage, reportInput: true });

/** Converts the issues of `safeParse`, up to `listedFaults`. The path of an unknown key includes the key. */
export function toProblems(error: z.ZodError): Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) {
    const budget = sizeLimits.listedFaults - problems.length;
    if (budget <= 0) break;
    problems.push(...problemsOf(issue).slice(0, budget));
  }
  return problems;
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const { path, message } = issue;
  switch (issue.code) {
    case 'custom': {
      const { code = 'invalid', params, others }: Partial<Problem> = issue.params ?? {};
      return [{ path, message, code, params, others }];
    }
    case 'unrecognized_keys':
      return issue.keys.slice(0, sizeLimits.listedFaults).map((key) => ({
        path: [...path, key],
        message: 'is not a known field',
        code: 'unknown-field',
      }));
    case 'invalid_union': {
      if (issue.discriminator) {
        const isMissing = valueOfMember(issue.input, issue.discriminator) === undefined;
        return [{ path, message, code: isMissing ? 'required' : 'invalid-value' }];
      }
      const closest = message === noForm ? closestForm(issue.errors) : undefined;
      if (!closest) break;
      return closest.flatMap(problemsOf).map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
    }
  }
  return [{ path, message, code: issue.input === undefined ? 'required' : fieldCodes[issue.code] }];
}

const fieldCodes: Record<Exclude<z.core.$ZodIssue['code'], 'custom'>, FieldCode> = {
  invalid_type: 'invalid-type',
  invalid_value: 'invalid-value',
  invalid_format: 'invalid-format',
  invalid_union: 'invalid-value',
  invalid_key: 'invalid-value',
  invalid_element: 'invalid-value',
  not_multiple_of: 'invalid-value',
  too_big: 'too-big',
  too_small: 'too-small',
  unrecognized_keys: 'unknown-field',
};

const noForm = 'has none of the accepted forms';

/** The form of a union that the value was probably meant to have: the one whose faults are inside of it. */
const closestForm = (forms: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined =>
  forms.find((issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0));

/** Replaces zod's own messages, unless the schema has one. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'never'
        ? 'must be left out'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formatMessages[issue.format] ?? `must match ${issue.pattern ?? issue.format}`;
    case 'too_big':
      return sizeMessage(issue.origin, issue.exact ? 'exactly' : 'at most', issue.maximum);
    case 'too_small':
      return Number(issue.minimum) === 1 && countedIn[issue.origin] && !issue.exact
        ? 'must not be empty'
        : sizeMessage(issue.origin, issue.exact ? 'exactly' : 'at least', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'has fields that are not known';
    case 'invalid_union':
      return issue.discriminator ? discriminatorMessage(issue, issue.discriminator) : formsOf(issue.errors);
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_element':
      return 'has an element that is not valid';
    default:
      return 'is not valid';
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  nan: 'a number',
  undefined: 'left out',
};

const formatMessages: Record<string, string> = {
  email: 'must be an e-mail address',
  uuid: 'must be a UUID',
  url: 'must be a URL',
  date: 'must be a date such as 2026-11-20',
  datetime: 'must be an instant such as 2026-11-20T10:00:00Z',
  base64: 'must be base64',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
};

const countedIn: Record<string, string> = {
  string: 'characters',
  array: 'elements',
  set: 'elements',
  map: 'members',
  object: 'members',
  file: 'bytes',
};

function sizeMessage(origin: string, comparison: string, limit: number | bigint): string {
  const counted = countedIn[origin];
  return counted ? `must have ${comparison} ${limit} ${counted}` : `must be ${comparison} ${limit}`;
}

/** The message of a member whose value chooses the form of the object, such as the `event` of a simulation. */
function discriminatorMessage({ input, inst }: z.core.$ZodRawIssue, name: string): string {
  if (valueOfMember(input, name) === undefined) return 'is required';
  const { propValues } = (inst as z.core.$ZodDiscriminatedUnion)._zod;
  return `must be one of ${[...(propValues[name] ?? [])].map(String).join(', ')}`;
}

const valueOfMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? value[name as keyof typeof value]
    : undefined;

/** `must be a string or a list`, if the forms differ by their type. */
function formsOf(forms: z.core.$ZodIssue[][]): string {
  const messages = forms.map(([first, ...others]) =>
    first && others.length === 0 && first.path.length === 0 ? first.message : '',
  );
  if (messages.length === 0 || !messages.every((message) => message.startsWith('must be '))) return noForm;
  return `must be ${[...new Set(messages.map((message) => message.slice('must be '.length)))].join(' or ')}`;
}

/** Suffix of the message; empty unless the list of faults may be truncated. */
export const truncationNote = ({ length }: ArrayLike<unknown>): string =>
  length < sizeLimits.listedFaults ? '' : ` The first ${sizeLimits.listedFaults} faults are listed.`;

/**
 * Parses a value by a schema.
 * @param documentPath path of the value in the request, such as `['data']`
 * @throws AltaError `validation` with each field's dotted path, and faults with paths into the value itself
 */
export const parseDocument = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  documentPath: string[],
): z.output<T> => parsed(schema, value, documentPath, '$');

/** Parses the parameters of a request. Faults have the path `$query.limit`, for example. */
export const parseParameters = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  root: '$path' | '$query',
): z.output<T> => parsed(schema, value, [], root);

function parsed<T extends z.ZodType>(
  schema: T,
  value: unknown,
  documentPath: string[],
  root: string,
): z.output<T> {
  const outcome = safeParse(schema, value);
  if (outcome.success) return outcome.data;
  const problems = toProblems(outcome.error);
  const fields = Object.fromEntries(
    problems.map(({ path, message }) => [dottedPath([...documentPath, ...path]), message]),
  );
  const faults = problems.map(
    ({ path, message, code, params, others = [] }): Fault => ({
      code,
      message,
      ...(params ? { params } : {}),
      paths: [path, ...others].map((each) => (each.length ? `${root}.${dottedPath(each)}` : root)),
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
