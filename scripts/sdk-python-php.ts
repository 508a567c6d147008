import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the calls and types of every operation for the Python and the PHP client, one file each:
 * `packages/python/alta_ar/operations.py` and `packages/php/src/Operations.php`. Neither is in git. Everything
 * else of the two clients is written by hand.
 */

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
export interface OpenApi {
  paths: Record<string, unknown>;
  components: Record<string, Record<string, unknown>>;
}

/** One operation as both languages need it. */
interface Operation {
  name: string;
  method: string;
  path: string;
  doc: string[];
  ids: string[];
  query: Parameter[];
  /** Undefined if the operation takes none. */
  body: { schema: Schema; isOptional: boolean; contentTypes: string[] } | undefined;
  answer: { kind: 'json' | 'list'; schema: Schema } | { kind: 'bytes' | 'nothing' };
}

export function writePythonAndPhp(contract: OpenApi): void {
  const root = new URL('../', import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const operations = operationsOf(contract);
  const types = typesOf(contract, operations);
  const write = (file: string, text: string) => writeFileSync(new URL(`packages/${file}`, root), text);
  write('python/alta_ar/operations.py', pythonFile(operations, types, version));
  write('php/src/Operations.php', phpFile(operations, types, version));
}

function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OpenApiOperation>).map(([method, operation]) => {
      const { operationId, summary, description = '', parameters = [], requestBody, responses } = operation;
      const contentTypes = Object.keys(requestBody?.content ?? {});
      const schema = requestBody?.content[contentTypes[0] ?? '']?.schema;
      const query = parameters.filter((each) => each.in === 'query');
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        doc: [
          summary,
          ...description.split('\n\n'),
          ...query
            .filter((each) => each.description)
            .map((each) => `\`${each.name}\`: ${each.description?.replaceAll(/\s+/g, ' ')}`),
        ].filter(Boolean),
        ids: parameters.filter((each) => each.in === 'path').map((each) => each.name),
        query,
        body: schema && { schema, isOptional: isAllOptional(schema), contentTypes },
        answer: answerOf(responses),
      };
    }),
  );
}

const isAllOptional = (schema: Schema) => Boolean(schema.properties) && !schema.required?.length;

function answerOf(responses: OpenApiOperation['responses']): Operation['answer'] {
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  if (!content) return { kind: 'nothing' };
  const schema = content['application/json']?.schema;
  if (!schema) return { kind: 'bytes' };
  return { kind: schema.properties?.list ? 'list' : 'json', schema };
}

/** Named types: the contract's schemas, and the bodies of requests. */
function typesOf({ components }: OpenApi, operations: Operation[]): Map<string, Schema> {
  const types = new Map(Object.entries((components.schemas ?? {}) as Record<string, Schema>));
  for (const { name, body } of operations) {
    const schema = body && objectOf(body.schema);
    if (body && schema) {
      types.set(bodyName(name), schema);
      body.schema = { $ref: `#/components/schemas/${bodyName(name)}` };
    }
  }
  return types;
}

const bodyName = (operation: string) => `${operation[0]?.toUpperCase()}${operation.slice(1)}Body`;
const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';

/** Alternatives of objects as one object, in which only what all of them require is required. */
function objectOf(schema: Schema): Schema | undefined {
  const all = schema.oneOf ?? schema.anyOf ?? [schema];
  if (!all.every(({ properties }) => properties)) return undefined;
  const properties: Record<string, Schema> = {};
  for (const each of all) {
    for (const [name, property] of Object.entries(each.properties ?? {})) {
      const known = properties[name];
      if (!known || Object.keys(known).length === 0) properties[name] = property;
      else if (JSON.stringify(known) !== JSON.stringify(property) && Object.keys(property).length > 0)
        properties[name] = { anyOf: [known, property] };
    }
  }
  const required = (all[0]?.required ?? []).filter((name) =>
    all.every((each) => each.required?.includes(name)),
  );
  return { type: 'object', properties, required };
}

interface Language {
  literals: (values: unknown[]) => string;
  string: string;
  integer: string;
  number: string;
  boolean: string;
  nothing: string;
  anything: string;
  list: (items: string) => string;
  map: (values: string) => string;
}

/** Objects without a name of their own are maps of anything: types stay one level deep. */
function typeIn(language: Language, schema: Schema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return language.literals(schema.enum);
  if ('const' in schema) return language.literals([schema.const]);
  if (alternatives)
    return union(
      alternatives.map((each) => typeIn(language, each)),
      language.anything,
    );
  if (schema.type === 'array') return language.list(typeIn(language, schema.items ?? {}));
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return language.map(typeIn(language, schema.additionalProperties));
  const simple: Record<string, string> = {
    object: language.map(language.anything),
    string: language.string,
    integer: language.integer,
    number: language.number,
    boolean: language.boolean,
    null: language.nothing,
  };
  return simple[schema.type ?? ''] ?? language.anything;
}

function union(types: string[], anything?: string): string {
  const different = [...new Set(types)];
  return anything && different.includes(anything) ? anything : different.join(' | ');
}

/** `true` and `false` of a query are booleans in both languages. */
const isFlag = ({ schema }: Parameter) => JSON.stringify(schema.enum) === '["true","false"]';

function wrapped(paragraphs: string[], width: number): string[] {
  return paragraphs.flatMap((paragraph, index) => {
    const lines: string[] = [];
    for (const word of paragraph.split(/\s+/)) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < width)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return index === 0 ? lines : ['', ...lines];
  });
}

/** On one line each if they are many. */
function parameterList(parameters: string[]): string {
  const line = parameters.join(', ');
  return line.length < 80 ? line : `\n        ${parameters.join(',\n        ')},\n    `;
}

// Python

const pythonLiteral = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
};
const python: Language = {
  literals: (values) => `t.Literal[${values.map(pythonLiteral).join(', ')}]`,
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  nothing: 'None',
  anything: 't.Any',
  list: (items) => `t.List[${items}]`,
  map: (values) => `t.Dict[str, ${values}]`,
};
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pythonDoc = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");

function pythonFile(operations: Operation[], types: Map<string, Schema>, version: string): string {
  return `# Written by \`npm run sdk\` from the contracts.
"""Calls and types of every operation."""

from __future__ import annotations

import typing as t

from .transport import Pages, Transport, path_of

if t.TYPE_CHECKING:
    # Type checkers know it; at run time it is not needed.
    from typing_extensions import NotRequired

VERSION = "${version}"

${[...types].map(([name, schema]) => pythonType(name, schema)).join('\n')}

class Operations(Transport):
    _version = VERSION

${operations.map(pythonMethod).join('\n')}`;
}

function pythonType(name: string, schema: Schema): string {
  const object = objectOf(schema);
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []).map(({ $ref }) => $ref && nameOf($ref));
  if (!object && alternatives.length && alternatives.every(Boolean))
    return `${name} = t.Union[${alternatives.map((each) => `"${each}"`).join(', ')}]\n`;
  if (!object) return `${name} = t.Any\n`;
  const fields = Object.entries(object.properties ?? {}).map(([field, property]) => {
    const type = typeIn(python, property);
    const optional = object.required?.includes(field) ? type : `NotRequired[${type}]`;
    return `    ${JSON.stringify(field)}: ${JSON.stringify(optional.replaceAll('"', "'"))},\n`;
  });
  return `${name} = t.TypedDict("${name}", {\n${fields.join('')}})\n`;
}

function pythonMethod({ name, method, path, doc, ids, query, body, answer }: Operation): string {
  const isListed = answer.kind === 'list';
  const isUpload = body?.contentTypes[0] === 'application/octet-stream';
  const optional = (each: Parameter) => (isFlag(each) ? 'bool' : typeIn(python, each.schema));
  const keywords = [
    ...query.map((each) =>
      each.required ? `${each.name}: ${optional(each)}` : `${each.name}: ${optional(each)} | None = None`,
    ),
    ...(body && body.contentTypes.length > 1 ? [`content_type: str = "${body.contentTypes[0]}"`] : []),
    ...(method === 'POST' ? ['idempotency_key: str | None = None'] : []),
  ];
  const bodyType = isUpload ? 'bytes' : body && typeIn(python, body.schema);
  const bodyParameter = body?.isOptional ? `body: ${bodyType} | None = None` : `body: ${bodyType}`;
  const parameters = [
    'self',
    ...ids.map((id) => `${id}: str`),
    ...(body ? [bodyParameter] : []),
    ...(keywords.length ? ['*', ...keywords] : []),
  ];
  const returned = {
    json: answer.kind === 'json' ? typeIn(python, answer.schema) : '',
    list: isListed ? `Pages[${typeIn(python, answer.schema.properties?.list?.items ?? {})}]` : '',
    bytes: 'bytes',
    nothing: 'None',
  }[answer.kind];
  const queried = `{${query.map((each) => `"${each.name}": ${each.name}`).join(', ')}}`;
  const url = ids.length ? `path_of("${path}", ${ids.join(', ')})` : `"${path}"`;
  const sent = [
    `"${method}"`,
    url,
    ...(query.length ? [`query=${queried}`] : []),
    ...(body ? [body.isOptional ? 'body=body or {}' : 'body=body'] : []),
    ...(isUpload ? ['content_type="application/octet-stream"'] : []),
    ...(body && body.contentTypes.length > 1 ? ['content_type=content_type'] : []),
    ...(method === 'POST' ? ['idempotency_key=idempotency_key'] : []),
    ...(answer.kind === 'bytes' ? ['raw=True'] : []),
  ];
  const call = isListed ? `self._list(${[url, queried].join(', ')})` : `self._call(${sent.join(', ')})`;
  const lines = wrapped(doc.map(pythonDoc), 100).map((line) => (line ? `        ${line}` : ''));
  return `    def ${snake(name)}(${parameterList(parameters)}) -> ${returned}:
        """${lines.join('\n').trim()}
        """
        return ${call}
`;
}

// PHP

const php: Language = {
  literals: (values) =>
    values.map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))).join(' | '),
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  nothing: 'null',
  anything: 'mixed',
  list: (items) => `list<${items}>`,
  map: (values) => `array<string, ${values}>`,
};

function phpFile(operations: Operation[], types: Map<string, Schema>, version: string): string {
  const shapes = [...types].map(([name, schema]) => ` * @phpstan-type ${name} ${phpShape(schema)}\n`);
  return `<?php

// Written by \`npm run sdk\` from the contracts.

declare(strict_types=1);

namespace Alta;

/**
 * Calls and types of every operation.
 *
${shapes.join('')} */
abstract class Operations extends Transport
{
    public const VERSION = '${version}';

${operations.map(phpMethod).join('\n')}}
`;
}

function phpShape(schema: Schema): string {
  const object = objectOf(schema);
  if (!object) return typeIn(php, schema);
  const fields = Object.entries(object.properties ?? {}).map(([field, property]) => {
    const name = /^\w+$/.test(field) ? field : `'${field}'`;
    return `${name}${object.required?.includes(field) ? '' : '?'}: ${typeIn(php, property)}`;
  });
  return `array{${fields.join(', ')}}`;
}

function phpMethod({ name, method, path, doc, ids, query, body, answer }: Operation): string {
  const isListed = answer.kind === 'list';
  const isUpload = body?.contentTypes[0] === 'application/octet-stream';
  const native = (each: Parameter) =>
    isFlag(each) ? 'bool' : each.schema.type === 'integer' ? 'int' : 'string';
  const parameters = [
    ...ids.map((id) => `string $${id}`),
    ...(body ? [`${isUpload ? 'string' : 'array'} $body${body.isOptional ? ' = []' : ''}`] : []),
    ...query.filter((each) => each.required).map((each) => `${native(each)} $${each.name}`),
    ...query.filter((each) => !each.required).map((each) => `?${native(each)} $${each.name} = null`),
    ...(body && body.contentTypes.length > 1 ? [`string $content_type = '${body.contentTypes[0]}'`] : []),
    ...(method === 'POST' ? ['?string $idempotency_key = null'] : []),
  ];
  const returned = { json: 'array', list: 'Pages', bytes: 'string', nothing: 'void' }[answer.kind];
  const tags = [
    ...(body && !isUpload ? [`@param ${typeIn(php, body.schema)} $body`] : []),
    ...(answer.kind === 'json' ? [`@return ${typeIn(php, answer.schema)}`] : []),
    ...(isListed ? [`@return Pages<${typeIn(php, answer.schema.properties?.list?.items ?? {})}>`] : []),
  ];
  const queried = `[${query.map((each) => `'${each.name}' => $${each.name}`).join(', ')}]`;
  const url = ids.length ? `self::path('${path}', ${ids.map((id) => `$${id}`).join(', ')})` : `'${path}'`;
  const sent = [
    `'${method}'`,
    url,
    ...(query.length ? [`query: ${queried}`] : []),
    ...(body ? ['body: $body'] : []),
    ...(isUpload ? ["contentType: 'application/octet-stream'"] : []),
    ...(body && body.contentTypes.length > 1 ? ['contentType: $content_type'] : []),
    ...(method === 'POST' ? ['idempotencyKey: $idempotency_key'] : []),
    ...(answer.kind === 'bytes' ? ['raw: true'] : []),
  ];
  const call = isListed ? `$this->list(${url}, ${queried})` : `$this->call(${sent.join(', ')})`;
  const text = wrapped(
    doc.map((each) => each.replaceAll('*/', '* /')),
    100,
  );
  const comment = [...text, ...(tags.length ? ['', ...tags] : [])].map((line) => `     * ${line}`.trimEnd());
  return `    /**
${comment.join('\n')}
     */
    public function ${name}(${parameterList(parameters)}): ${returned}
    {
        ${answer.kind === 'nothing' ? '' : 'return '}${call};
    }
`;
}
