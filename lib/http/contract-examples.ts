/** A recorded call of an operation. */
export interface CallExample {
  /** Set if the operation has several examples. */
  title?: string;
  /** Relative to the service's base URL, with the query. */
  path: string;
  type?: string;
  body?: unknown;
  status: number;
  /** Absent for a file and for a response without a body. */
  answer?: unknown;
}

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string };
}
type Contents = Record<string, object>;
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Contents };
  responses: Record<string, { content?: Contents }>;
}

/**
 * Adds the examples to an OpenAPI contract where tools look for them: at parameters, bodies and responses.
 * @param examples by operation id
 */
export function withExamples(
  contract: Record<string, unknown>,
  examples: Record<string, readonly CallExample[]>,
): Record<string, unknown> {
  const paths = Object.entries(contract.paths as Record<string, Record<string, Operation>>).map(
    ([template, methods]) => {
      const operations = Object.entries(methods).map(([method, operation]) => [
        method,
        operationWith(operation, template, examples[operation.operationId] ?? []),
      ]);
      return [template, Object.fromEntries(operations)];
    },
  );
  return { ...contract, paths: Object.fromEntries(paths) };
}

function operationWith(operation: Operation, template: string, calls: readonly CallExample[]): Operation {
  const { parameters, requestBody, responses } = operation;
  const bodies = calls.filter(({ body }) => body !== undefined);
  const responseEntries = Object.entries(responses).map(([status, { content, ...response }]) => {
    const answered = calls.filter((call) => `${call.status}` === status && call.answer !== undefined);
    const values = answered.map(({ title, answer }) => ({ title, value: answer }));
    return [
      status,
      {
        ...response,
        ...(content
          ? { content: contentWith(content, (type) => (type === 'application/json' ? values : [])) }
          : {}),
      },
    ];
  });
  return {
    ...operation,
    ...(parameters ? { parameters: parametersWith(parameters, template, calls) } : {}),
    ...(requestBody
      ? {
          requestBody: {
            ...requestBody,
            content: contentWith(requestBody.content, (mediaType) =>
              bodies
                .filter(({ type = 'application/json' }) => type === mediaType)
                .map(({ title, body }) => ({ title, value: body })),
            ),
          },
        }
      : {}),
    responses: Object.fromEntries(responseEntries),
  };
}

const contentWith = (content: Contents, valuesOf: (mediaType: string) => Titled[]): Contents =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, { ...media, ...examplesOf(valuesOf(type)) }]),
  );

interface Titled {
  title: string | undefined;
  value: unknown;
}

const examplesOf = (values: Titled[]) =>
  values.length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          values.map(({ title, value }, at) => [
            nameOf(title ?? `example ${at + 1}`),
            { ...(title ? { summary: title } : {}), value },
          ]),
        ),
      };

const nameOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Adds to each parameter its value in the first call that has one. */
function parametersWith(parameters: Parameter[], template: string, calls: readonly CallExample[]) {
  const given = calls.map(({ path }) => valuesIn(path, template));
  return parameters.map((parameter) => {
    const value = given.map((values) => values.get(`${parameter.in} ${parameter.name}`)).find(Boolean);
    if (value === undefined) return parameter;
    return { ...parameter, example: parameter.schema.type === 'integer' ? Number(value) : value };
  });
}

/** Values of the path and query parameters, with keys such as `path id` and `query limit`. */
function valuesIn(path: string, template: string): Map<string, string> {
  const { pathname, searchParams } = new URL(path, 'https://alta.example');
  const segments = pathname.split('/');
  const inPath = template
    .split('/')
    .flatMap((part, at) =>
      part.startsWith('{') ? [[`path ${part.slice(1, -1)}`, decodeURIComponent(segments[at] ?? '')]] : [],
    );
  const inQuery = [...searchParams].map(([name, value]) => [`query ${name}`, value]);
  return new Map([...inPath, ...inQuery] as [string, string][]);
}
