import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A contract as it is published, as far as an answer is concerned. */
interface Contract {
  servers: [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answer> };
}
interface Operation {
  operationId: string;
  responses: Record<string, Answer | { $ref: string }>;
}
interface Answer {
  content?: Record<string, unknown>;
}

const folder = new URL('../contracts/', import.meta.url);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** By the path under which the service lies. An answer may hold nothing that the contract does not name. */
const contracts = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const contract = closed(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))) as Contract;
    ajv.addSchema(contract as object, name);
    return { name, contract, base: contract.servers[0].url };
  });

export interface Exchange {
  method: string;
  /** From the origin on: `/api/silo/v1/entries?limit=1`. */
  path: string;
  status: number;
  contentType: string | null;
  text: string;
}

/** What the answer has that the contract of its route does not: empty when it keeps to it. */
export function breachesOf({ method, path, status, contentType, text }: Exchange): string[] {
  const [pathname = ''] = path.split('?');
  const found = operationAt(method, pathname);
  const type = contentType?.split(';')[0]?.trim() ?? '';
  const pointer = found ? contentOf(found, status) : nowhere(status);
  if (typeof pointer === 'string') return [pointer];
  if (pointer.types.length === 0) return text === '' ? [] : ['a body where there is none'];
  if (pointer.types.includes('*/*')) return [];
  if (!pointer.types.includes(type)) return [`the content type ${type}`];
  const validate = validatorOf(`${pointer.at}/content/${escaped(type)}/schema`);
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

interface Found {
  name: string;
  contract: Contract;
  at: string;
  operation: Operation;
}

function operationAt(method: string, pathname: string): Found | undefined {
  const service = contracts.find(({ base }) => pathname.startsWith(`${base}/`));
  if (!service) return undefined;
  const asked = pathname.slice(service.base.length).split('/');
  const fits = (template: string) => {
    const parts = template.split('/');
    return (
      parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at])
    );
  };
  const [template] = Object.keys(service.contract.paths)
    .filter(fits)
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const operation = template && service.contract.paths[template]?.[method.toLowerCase()];
  if (!operation) return undefined;
  return { ...service, operation, at: `#/paths/${escaped(template)}/${method.toLowerCase()}` };
}

function contentOf({ name, contract, at, operation }: Found, status: number) {
  const answer = operation.responses[status];
  if (!answer) return `the status ${status} of ${operation.operationId}`;
  if (!('$ref' in answer)) {
    return { at: `${name}${at}/responses/${status}`, types: Object.keys(answer.content ?? {}) };
  }
  const shared = contract.components.responses[answer.$ref.split('/').at(-1) ?? ''];
  return { at: `${name}${answer.$ref}`, types: Object.keys(shared?.content ?? {}) };
}

/** Where no operation is, every service says no in the same way. */
function nowhere(status: number) {
  const [any] = contracts;
  if (!any || (status !== 404 && status !== 405)) return `the status ${status} where no operation is`;
  return { at: `${any.name}#/components/responses/not-found`, types: ['application/problem+json'] };
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(ref: string): ValidateFunction {
  const made = validators.get(ref) ?? ajv.compile({ $ref: encodeURI(ref) });
  validators.set(ref, made);
  return made;
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The same where an object has the members that are named and no others. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isShape = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isShape ? { ...inner, additionalProperties: false } : inner;
}
