import type { z } from 'zod';
import { AltaError, type Fault, type FaultParams } from '#lib/errors.ts';

/** `a.b[0].c` of a path, and the same as a JSON path (`$.a.b[0].c`) in faults. */
export function dottedPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
}

interface Problem {
  path: PropertyKey[];
  message: string;
  code: string;
  params?: FaultParams | undefined;
}

/** zod's issues, one for each field: an unknown key is named itself, and not the object that holds it. */
export function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue): Problem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        message: 'is not a known field',
        code: 'unknown-field',
      }));
    }
    const { path, message } = issue;
    if (issue.code !== 'custom') return [{ path, message, code: issue.code }];
    const { code = 'invalid', params }: Partial<Problem> = issue.params ?? {};
    return [{ path, message, code, params }];
  });
}

/**
 * @param at where the parsed value stands in what the caller sent, such as `['data']`.
 * @throws AltaError `validation` with each field's dotted path, and faults with paths into the value itself.
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
  throw new AltaError('validation', 'Some fields are not valid.', { fields, faults });
}
