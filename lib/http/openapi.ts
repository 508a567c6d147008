import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ErrorKey } from '#lib/errors.ts';
import { idempotencyHours, sizeLimits } from '#lib/limits.ts';
import { type ServiceName, scopeOf } from '#lib/scopes.ts';
import { type CallExample, withExamples } from './contract-examples.ts';
import {
  type AnswerContent,
  type Description,
  failuresOf,
  idempotencyDescriptions,
  idempotencyOf,
  methods,
} from './description.ts';
import type { Endpoint } from './endpoint.ts';
import { errorCodes, errorKeys } from './error-catalogue.ts';
import { Problem } from './problem.ts';

/** A service in one version. */
export interface Service {
  service: ServiceName;
  version: `v${number}`;
  title: string;
  description: string;
  /** Grouped by noun. The key of an endpoint is the operation's name in generated clients: `listEntries`. */
  endpoints: readonly Readonly<Record<string, Endpoint>>[];
  webhooks?: readonly Webhook[];
  /** Named schemas for clients that no operation refers to. */
  schemas?: readonly z.ZodType[];
}

/** A message that the service sends. */
export interface Webhook {
  name: string;
  operationId: string;
  summary: string;
  tag: string;
  message: z.ZodType;
  example: object;
}

/** Node of a JSON document. */
type Json = Record<string, unknown>;

/**
 * Returns the OpenAPI 3.1 contract of a version of a service, with the same bytes on every machine.
 * @throws Error if two operations have the same name, an endpoint belongs to another service or version, or an
 * endpoint does not state the effect of a repeated request
 */
export function openApiOf({
  service,
  version,
  title,
  description,
  endpoints,
  webhooks = [],
  schemas = [],
}: Service): Json {
  const components: Components = new Map();
  const paths: Record<string, Json> = {};
  const names = new Set<string>();
  const operations = endpoints
    .flatMap((resource) => Object.entries(resource))
    .map(([name, { description }]) => ({ name, described: description }));
  for (const { name, described } of operations.toSorted(byMethod)) {
    if (described.service !== service || described.version !== version || names.has(name)) {
      throw new Error(`${name} is not an operation of ${service} ${version}, or exists twice.`);
    }
    names.add(name);
    const path = `/${described.route}`;
    paths[path] = {
      ...paths[path],
      [described.method.toLowerCase()]: operation(name, described, components),
    };
  }
  const failures = Object.keys(errorKeys).map((key) => [key, failure(key as ErrorKey)]);
  for (const schema of [Problem, ...schemas]) schemaOf(schema, 'answer', components);
  const messages = webhooks.map((each) => [each.name, { post: messageOperation(each, components) }]);
  return {
    openapi: '3.1.1',
    info: { title, version: version.slice(1), description },
    servers: [{ url: `/api/${service}/${version}` }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ described }) => described.tag))].map((name) => ({ name })),
    paths: sorted(paths),
    ...(messages.length ? { webhooks: Object.fromEntries(messages) } : {}),
    components: {
      schemas: sorted(Object.fromEntries(components)),
      responses: Object.fromEntries(failures),
      headers: answerHeaders,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key of a workspace, created in the Console.',
        },
      },
    },
  };
}

/**
 * Merges the contracts of several services into one with full paths: the file at `/api/openapi.json`, from which the
 * clients are generated.
 * @param origin of the installation; by default the paths are relative to wherever the file comes from
 * @throws Error if two contracts have different operations or components under one name
 */
export function combinedContract(contracts: readonly Json[], origin = '/'): Json {
  const [paths, webhooks]: [Json, Json] = [{}, {}];
  const components: Record<string, Json> = {};
  const tags: unknown[] = [];
  const operationIds = new Set<unknown>();
  for (const contract of contracts as unknown as PublishedContract[]) {
    const [{ url }] = contract.servers;
    tags.push(...contract.tags);
    for (const [path, operations] of Object.entries(contract.paths)) paths[`${url}${path}`] = operations;
    Object.assign(webhooks, contract.webhooks);
    for (const operation of operationsIn({ ...contract.paths, ...contract.webhooks })) {
      if (operationIds.has(operation.operationId)) throw twice(operation.operationId);
      operationIds.add(operation.operationId);
    }
    for (const [kind, named] of Object.entries(contract.components)) {
      const known = components[kind] ?? {};
      components[kind] = known;
      for (const [name, component] of Object.entries(named)) {
        if (name in known && !isDeepStrictEqual(known[name], component)) throw twice(`${kind}/${name}`);
        known[name] = component;
      }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Alta',
      version: '1',
      description: 'All services of the API in one file, and the messages that webhooks receive.',
    },
    servers: [{ url: origin }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    webhooks,
    components,
  };
}

interface PublishedContract {
  servers: [{ url: string }];
  tags: { name: string }[];
  paths: Record<string, Record<string, Json>>;
  webhooks?: Record<string, Record<string, Json>>;
  components: Record<string, Json>;
}

const operationsIn = (paths: Record<string, Record<string, Json>>) =>
  Object.values(paths).flatMap((operations) => Object.values(operations));

const twice = (name: unknown) => new Error(`${name} has two meanings.`);

const byMethod = (a: { described: Description }, b: { described: Description }) =>
  methods.indexOf(a.described.method) - methods.indexOf(b.described.method);

function operation(operationId: string, described: Description, components: Components): Json {
  const { summary, details, tag, params, query, body } = described;
  const idempotency = idempotencyOf(described);
  const scope = scopeOf(described);
  const needed = scope && `Scope: \`${scope}\`.`;
  const description = [details, idempotencyDescriptions[idempotency], needed].filter(Boolean).join('\n\n');
  const parameters = [
    ...parametersIn('path', params, components),
    ...parametersIn('query', query, components),
    ...(idempotency === 'by-key' ? [idempotencyKeyParameter] : []),
  ];
  return {
    operationId,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    'x-repetition': idempotency,
    ...(scope ? { 'x-scope': scope } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(described, body, components) } : {}),
    ...(described.maxRawBytes ? { requestBody: { required: true, content: anyBytes } } : {}),
    ...(described.admitSignedUrl ? { security: [{ apiKey: [] }, {}] } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(described.answers).map(([status, content]) => [
          status,
          success(Number(status), content as AnswerContent, {
            components,
            headers: idempotency === 'by-key' ? ['Idempotent-Replayed'] : [],
          }),
        ]),
      ),
      ...Object.fromEntries(
        failuresOf(described).map((key) => [
          errorKeys[key].status,
          { $ref: `#/components/responses/${key}` },
        ]),
      ),
    },
  };
}

const signedHeaders = [
  ['webhook-id', 'Equals the `id` of the body. The same in all attempts.', {}],
  ['webhook-timestamp', 'Seconds since 1970, of this attempt.', { pattern: '^\\d+$' }],
  [
    'webhook-signature',
    'Standard Webhooks: one signature per secret, `v1,` and base64, separated by spaces.',
    {},
  ],
] as const;

function messageOperation(
  { operationId, summary, tag, message, example }: Webhook,
  components: Components,
): Json {
  return {
    operationId,
    summary,
    tags: [tag],
    security: [],
    parameters: signedHeaders.map(([name, description, more]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', ...more },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(message, 'answer', components), example } },
    },
    responses: {
      '2XX': {
        description: 'Received. Any other response is a failure, after which the message is sent again.',
      },
      410: { description: 'Gone: the message is not sent again, and the endpoint is disabled.' },
    },
  };
}

function requestBody(described: Description, body: z.ZodType, components: Components): Json {
  const schema = schemaOf(body, 'request', components);
  const mediaTypes = described.mediaTypes ?? ['application/json'];
  return { required: true, content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])) };
}

const statusDescriptions: Record<number, string> = { 200: 'Done', 201: 'Created', 202: 'Begun', 204: 'Done' };

function success(
  status: number,
  content: AnswerContent,
  { components, headers }: { components: Components; headers: string[] },
): Json {
  const description = statusDescriptions[status] ?? 'Done';
  if (content === 'nothing') return { description, headers: headersWith(...headers) };
  if (content === 'file') {
    const all = headersWith('Content-Disposition', ...headers);
    return { description, headers: all, content: bytesOfAnyType };
  }
  if ('jsonOrFile' in content) {
    const schema = schemaOf(content.jsonOrFile, 'answer', components);
    const either = { 'application/json': { schema }, ...bytesOfAnyType };
    return { description, headers: headersWith(...headers), content: either };
  }
  const schema = schemaOf(content, 'answer', components);
  return { description, headers: headersWith(...headers), content: { 'application/json': { schema } } };
}

const anyBytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const bytesOfAnyType = { '*/*': { schema: {} } };

const failure = (key: ErrorKey): Json => ({
  description: descriptionOfFailure(key),
  headers: headersOfFailure(key),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

function descriptionOfFailure(key: ErrorKey): string {
  const codes = Object.entries(errorCodes).flatMap(([code, { keys }]) =>
    keys.includes(key) ? [`\`${code}\``] : [],
  );
  const known = codes.length ? ` \`code\`, if there is one: ${codes.join(', ')}.` : '';
  return `${errorKeys[key].title}. \`key\`: \`${key}\`.${known}`;
}

/** Parameters from the members of the schema that parses them. */
function parametersIn(
  where: 'path' | 'query',
  schema: z.ZodType | undefined,
  components: Components,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'request', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: where,
    ...(where === 'path' || required.includes(name) ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema: of,
  }));
}

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Creates a handler that serves the contract without authentication, and answers 304 while it is unchanged.
 * @param examples by operation id; not a binding part of the contract
 */
export const contractOf = (
  service: Service,
  examples: Record<string, readonly CallExample[]> = {},
): ((request: Request) => Response) => publicDocument(() => withExamples(openApiOf(service), examples));

/** Creates a handler that serves a document without authentication. It is made at the first request. */
export function publicDocument(documentOf: () => Json): (request: Request) => Response {
  let made: { text: string; etag: string } | undefined;
  return (request) => {
    made ??= make();
    const { text, etag } = made;
    const headers = { 'cache-control': 'public, max-age=300', etag };
    return request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers: { ...headers, 'content-type': 'application/json' } });
  };

  function make() {
    const text = JSON.stringify(documentOf());
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    return { text, etag };
  }
}

/** Node of a JSON document. */
type ContractHeadersJson = Record<string, unknown>;

const text = { type: 'string' };
const draft = 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/';

/** Response headers, as components of the contract. */
const answerHeaders: Record<string, ContractHeadersJson> = {
  'X-Request-Id': { description: 'Id of the request in the log.', required: true, schema: text },
  RateLimit: {
    description: `Remainder of each limit that counted the request, the narrowest first: ${draft}`,
    schema: text,
    example: '"api";r=1187;t=42, "api-address";r=5904;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limits: `q` requests in `w` seconds.',
    schema: text,
    example: '"api";q=1200;w=60, "api-address";q=6000;w=60',
  },
  Deprecation: {
    description: "Date of the version's deprecation (RFC 9745). Absent while the version is supported.",
    schema: text,
    example: '@1798761600',
  },
  Sunset: {
    description: "Date of the version's end (RFC 8594). Absent until it is decided.",
    schema: text,
    example: 'Thu, 01 Jul 2027 00:00:00 GMT',
  },
  Link: {
    description:
      'Links that come with `Deprecation`: the announcement (`deprecation`) and the new version (`successor-version`).',
    schema: text,
  },
  'Idempotent-Replayed': {
    description: 'The response is that of the first request with this `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'Name of the file (RFC 6266).', required: true, schema: text },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  Allow: { description: 'Methods that the path supports.', required: true, schema: text },
  'WWW-Authenticate': { description: '`Bearer`', required: true, schema: text },
};

const commonHeaders = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Deprecation', 'Sunset', 'Link'];

const failureHeaders: Partial<Record<ErrorKey, string[]>> = {
  unauthorised: ['WWW-Authenticate'],
  'method-not-allowed': ['Allow'],
  'rate-limited': ['Retry-After'],
  unavailable: ['Retry-After'],
};

/** References to the headers that every response has, and to `more`. */
const headersWith = (...more: string[]): ContractHeadersJson =>
  Object.fromEntries(
    [...commonHeaders, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const headersOfFailure = (key: ErrorKey): ContractHeadersJson => headersWith(...(failureHeaders[key] ?? []));

const idempotencyKeyParameter: ContractHeadersJson = {
  name: 'Idempotency-Key',
  in: 'header',
  description: [
    `A repeated request with the same key gets the same response for ${idempotencyHours} hours.`,
    'A request with the same key but another body or query gets 422 `idempotency-key-reused`.',
  ].join(' '),
  schema: { type: 'string', minLength: 1, maxLength: sizeLimits.idempotencyKeyCharacters },
};

/** Named JSON Schemas, by name. */
type Components = Map<string, unknown>;

/** Node of a JSON Schema. */
type Node = Record<string, unknown>;

/**
 * Returns the JSON Schema of a request or an answer. Adds named schemas (`meta({id})`) to `components`. Objects in
 * answers allow additional members, because later releases may add some; objects in requests do not.
 */
function schemaOf(schema: z.ZodType, side: 'request' | 'answer', components: Components): Node {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io: side === 'request' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplifySchema(jsonSchema as Node, side),
  });
  for (const [name, { id: _id, ...definition }] of Object.entries($defs)) {
    components.set(name, referencingSchema(definition));
  }
  const { id, ...node } = referencingSchema(root) as Node;
  if (id === undefined) return node;
  components.set(String(id), node);
  return { $ref: `#/components/schemas/${id}` };
}

const formats = ['uuid', 'date-time', 'email', 'uri'];

function simplifySchema(node: Node, side: 'request' | 'answer'): void {
  // zod adds a pattern for validators that do not know the format.
  if (formats.includes(String(node.format))) delete node.pattern;
  if (side === 'answer' && node.additionalProperties === false) delete node.additionalProperties;
  // Omits members that must be absent (z.never(), z.undefined()): requests allow no unlisted members anyway.
  for (const [name, property] of Object.entries((node.properties ?? {}) as Record<string, Node>)) {
    if (JSON.stringify(property) === '{"not":{}}' && side === 'request') {
      delete (node.properties as Node)[name];
    }
  }
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
}

function referencingSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(referencingSchema);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) =>
      name === '$ref' && typeof value === 'string'
        ? [name, value.replace('#/$defs/', '#/components/schemas/')]
        : [name, referencingSchema(value)],
    ),
  );
}
