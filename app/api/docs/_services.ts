import { openApiOf, type Service } from '#lib/http/openapi.ts';
import { service as access } from '../access/v1/_service.ts';
import { service as govAr } from '../apps/gov-ar/v1/_service.ts';
import { service as silo } from '../silo/v1/_service.ts';
import { service as transform } from '../transform/v1/_service.ts';
import { service as utils } from '../utils/v1/_service.ts';
import { type Example, examplesOf } from './_examples.ts';
import { nameOf, type Schema } from './_schema.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Answer {
  status: string;
  description: string;
  headers: string[];
  /** Absent without a body. A file has an empty schema. */
  schema?: Schema | undefined;
}

export interface Operation {
  /** The operation's name in the contract, and its anchor. */
  id: string;
  summary: string;
  description: string;
  method: string;
  /** The path below `/api`, with named parameters: `/silo/v1/entries/{id}`. */
  path: string;
  parameters: Parameter[];
  body?: { types: string[]; schema: Schema } | undefined;
  answers: Answer[];
  failures: { status: string; key: string }[];
  examples: Example[];
}

/** A message that Alta sends to an endpoint, or for a step of a workflow. */
export interface SentEvent {
  /** `registration.completed` */
  name: string;
  /** When it is sent. */
  summary: string;
  /** Schema of the body, without references. */
  schema: Schema;
  example: Record<string, unknown>;
}

/** A page of the reference: one version of a service. */
export interface ServicePage {
  /** `silo/v1`: the path below `/api` and `/api/docs`. */
  slug: string;
  title: string;
  description: string;
  groups: { tag: string; id: string; operations: Operation[] }[];
  schemas: Record<string, Schema>;
  headers: Record<string, { description?: string }>;
  events: SentEvent[];
}

interface Contract {
  info: { title: string; description: string };
  servers: [{ url: string }];
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks?: Record<string, { post: { summary: string; requestBody: { content: Record<string, Sent> } } }>;
  components: Pick<ServicePage, 'schemas' | 'headers'>;
}
interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref: string } | Success>;
}
interface Success {
  description: string;
  headers: Record<string, unknown>;
  content?: Content;
}
type Content = Record<string, { schema: Schema }>;
interface Sent {
  schema: Schema;
  example: Record<string, unknown>;
}

/** In the order in which integrators need them. */
export const services: Service[] = [silo, transform, govAr, access, utils];

export const servicePages: ServicePage[] = services.map((service) =>
  pageOf(openApiOf(service) as unknown as Contract),
);

/** Every event, in the order in which things happen. */
export const sentEvents: SentEvent[] = servicePages.flatMap(({ events }) => events);

function pageOf({ info, servers: [{ url }], tags, paths, webhooks = {}, components }: Contract): ServicePage {
  const slug = url.replace('/api/', '');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0],
      ...operationOf(described, { slug, method: method.toUpperCase(), path: `/${slug}${path}` }),
    })),
  );
  return {
    slug,
    title: info.title.replace('Alta: ', ''),
    description: info.description,
    groups: tags.map(({ name }) => ({
      tag: name,
      id: name.toLowerCase().replaceAll(' ', '-'),
      operations: operations.filter(({ tag }) => tag === name),
    })),
    schemas: components.schemas,
    headers: components.headers,
    events: Object.entries(webhooks).map(([name, { post }]) => {
      const { schema = {}, example = {} } = post.requestBody.content['application/json'] ?? {};
      return { name, summary: post.summary, schema: inlined(schema, components.schemas), example };
    }),
  };
}

/** The schema with its references replaced by what they refer to. The schemas of events refer to no ancestor. */
function inlined(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (schema.$ref) return inlined(schemas[nameOf(schema.$ref)] ?? {}, schemas);
  const { properties, items } = schema;
  const members = Object.entries(properties ?? {}).map(([name, each]) => [name, inlined(each, schemas)]);
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(members) } : {}),
    ...(items ? { items: inlined(items, schemas) } : {}),
  };
}

function operationOf(
  { operationId: id, summary, description = '', parameters = [], requestBody, responses }: Described,
  { slug, method, path }: { slug: string; method: string; path: string },
): Operation {
  const body = requestBody && {
    types: Object.keys(requestBody.content),
    schema: Object.values(requestBody.content)[0]?.schema ?? {},
  };
  const answers: Answer[] = [];
  const failures: Operation['failures'] = [];
  for (const [status, response] of Object.entries(responses)) {
    if ('$ref' in response) failures.push({ status, key: response.$ref.split('/').at(-1) ?? '' });
    else answers.push(answerOf(status, response));
  }
  const examples = examplesOf(slug)[id] ?? [];
  return { id, summary, description, method, path, parameters, body, answers, failures, examples };
}

function answerOf(status: string, { description, headers, content = {} }: Success): Answer {
  return { status, description, headers: Object.keys(headers), schema: Object.values(content)[0]?.schema };
}
