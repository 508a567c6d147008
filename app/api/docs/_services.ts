import { openApiOf, type Service } from '#lib/http/openapi.ts';
import { service as access } from '../access/v1/_service.ts';
import { service as govAr } from '../apps/gov-ar/v1/_service.ts';
import { service as silo } from '../silo/v1/_service.ts';
import { service as transform } from '../transform/v1/_service.ts';
import { service as utils } from '../utils/v1/_service.ts';
import { type Example, examplesOf } from './_examples.ts';
import type { Schema } from './_schema.ts';

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

/** A page of the reference: one version of a service. */
export interface ServicePage {
  /** `silo/v1`: the path below `/api` and `/api/docs`. */
  slug: string;
  title: string;
  description: string;
  groups: { tag: string; id: string; operations: Operation[] }[];
  schemas: Record<string, Schema>;
  headers: Record<string, { description?: string }>;
}

interface Contract {
  info: { title: string; description: string };
  servers: [{ url: string }];
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
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

/** In the order in which integrators need them. */
export const services: Service[] = [silo, transform, govAr, access, utils];

export const servicePages: ServicePage[] = services.map((service) =>
  pageOf(openApiOf(service) as unknown as Contract),
);

function pageOf({ info, servers: [{ url }], tags, paths, components }: Contract): ServicePage {
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
