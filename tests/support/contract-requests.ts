import fc from 'fast-check';
import { oddInstants, oddName, oddText, oddValue } from './odd-values.ts';

type Node = Record<string, unknown>;

/** The request of an operation in a contract. */
export interface Requested {
  method: string;
  /** Path from the origin on, with named parameters. */
  template: string;
  parameters: { name: string; in: string; required?: boolean; schema: Node }[];
  body: Node | undefined;
  mediaTypes: string[];
  /** Scope required of the key. */
  scope: string | undefined;
}

export interface FuzzRequest {
  method: string;
  path: string;
  contentType: string | undefined;
  body: string | undefined;
}

export function operationsOf(contract: Node): Requested[] {
  const [{ url }] = contract.servers as [{ url: string }];
  const paths = contract.paths as Record<string, Record<string, Node>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { content = {} } = (operation.requestBody ?? {}) as {
        content?: Record<string, { schema: Node }>;
      };
      const [type] = Object.keys(content);
      return {
        method: method.toUpperCase(),
        template: `${url}${path}`,
        parameters: (operation.parameters ?? []) as Requested['parameters'],
        body: type === undefined ? undefined : content[type]?.schema,
        mediaTypes: Object.keys(content),
        scope: operation['x-scope'] as string | undefined,
      };
    }),
  );
}

/** Requests that match the contract, and some that it forbids. `known` has values of existing things. */
export function requestsOf(operation: Requested, known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const { method, template, parameters, body, mediaTypes } = operation;
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const pathname = fc
    .tuple(
      ...inPath.map(() => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, fc.uuid(), oddText)),
    )
    .map((values) =>
      inPath.reduce(
        (path, { name }, at) => path.replace(`{${name}}`, encodeURIComponent(segment(values[at] ?? ''))),
        template,
      ),
    );
  const query = fc
    .tuple(
      ...inQuery.map(({ name, schema }) =>
        seldom(
          3,
          fc.tuple(
            fc.constant(name),
            fc.oneof(sampleOf(schema).map(asText), fc.constantFrom(...known), oddText),
          ),
        ),
      ),
      seldom(12, fc.tuple(oddName, oddText)),
      // Repeats a parameter if it is already there.
      seldom(12, fc.constantFrom(...inQuery.map(({ name }) => [name, '1']), ['limit', '1'])),
    )
    .map((pairs) =>
      pairs.flatMap((pair) => (pair ? [`${encode(pair[0] ?? '')}=${encode(pair[1] ?? '')}`] : [])).join('&'),
    );
  const sent = body
    ? fc.oneof(
        { weight: 4, arbitrary: sampleOf(body, known).map(text) },
        { weight: 4, arbitrary: brokenOf(body, known).map(text) },
        { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(text) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '',
            '{',
            'null',
            '[]',
            '"',
            `${'['.repeat(100)}${']'.repeat(100)}`,
            '{"data":1e999}',
          ),
        },
      )
    : fc.constant(undefined);
  const contentType = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(mediaTypes.length ? mediaTypes : ['application/json'])) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=latin1', ','),
    },
  );
  return fc.tuple(pathname, query, sent, contentType).map(([path, search, content, type]) => ({
    method,
    path: search ? `${path}?${search}` : path,
    body: content,
    contentType: content === undefined ? undefined : type,
  }));
}

/** Once in so many times. */
const seldom = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary }, { weight: times - 1, arbitrary: fc.constant(undefined) });

/** Undefined becomes `null`. `__proto__` is a member like any other. */
const text = (value: unknown): string => JSON.stringify(value) ?? 'null';
const asText = (value: unknown): string => (typeof value === 'string' ? value : text(value));
const encode = (value: string) => encodeURIComponent(value.toWellFormed());
/** A segment that is empty or only dots would be another path. */
const segment = (value: string) => (/^\.{0,2}$/.test(value) ? 'x' : value.toWellFormed());

/** A value of the schema. A text is often one of the known values. */
function sampleOf(schema: Node, known: readonly string[] = []): fc.Arbitrary<unknown> {
  const inner = (node: unknown) => sampleOf((node ?? {}) as Node, known);
  const branches = (schema.anyOf ?? schema.oneOf) as Node[] | undefined;
  if (branches) return fc.oneof(...branches.map(inner));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, inner);
    case 'array':
      return fc.array(inner(schema.items), { minLength: (schema.minItems as number) ?? 0, maxLength: 3 });
    case 'integer':
    case 'number':
      return fc.integer({ min: (schema.minimum as number) ?? 0, max: (schema.maximum as number) ?? 1_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function objectOf(schema: Node, inner: (node: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Node>;
  const required = (schema.required ?? []) as string[];
  if (!schema.properties) {
    const documents = fc.constantFrom<unknown>(
      { name: 'Ferretería', tax_id: { country: 'AR', code: '30712345671' } },
      {
        $schema: 'https://gobl.org/draft-0/bill/invoice',
        series: '1',
        lines: [{ quantity: '1', item: { price: 'x' } }],
      },
      { doc: { name: 'x' }, $schema: 'https://gobl.org/draft-0/envelope' },
      {},
    );
    return fc.oneof(
      documents,
      fc.dictionary(fc.string({ maxLength: 10 }), inner(schema.additionalProperties), { maxKeys: 3 }),
    );
  }
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, inner(node)])),
    { requiredKeys: required },
  );
}

function textOf(schema: Node, known: readonly string[]): fc.Arbitrary<string> {
  const leading = known.length ? [fc.constantFrom(...known)] : [];
  if (schema.format === 'uuid') return fc.oneof(fc.uuid(), ...leading);
  if (schema.format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom(...oddInstants),
    );
  const maxLength = Math.min((schema.maxLength as number) ?? 40, 40);
  return fc.oneof(fc.string({ minLength: (schema.minLength as number) ?? 0, maxLength }), ...leading);
}

/** A value with one fault: a member that has another type, is missing, or is one too many. */
function brokenOf(schema: Node, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(sampleOf(schema, known), oddName, oddValue, fc.nat(), fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, name, odd, at, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return odd;
      const members = Object.entries(value);
      const [victim] = members[at % Math.max(1, members.length)] ?? [];
      const kept = members.filter(([key]) => how === 'add' || key !== victim);
      const more: [string, unknown][] =
        how === 'remove' || (how === 'replace' && victim === undefined)
          ? []
          : [[how === 'add' ? name : (victim ?? ''), odd]];
      return Object.fromEntries([...kept, ...more]);
    });
}
