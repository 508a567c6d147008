import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiErrorCode, ErrorKey } from '#lib/errors.ts';
import { errorCodes } from '#lib/http/error-catalogue.ts';

/** The responses of a published contract. */
interface Contract {
  servers: [{ url: string }];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answer>; headers: Record<string, { required?: boolean }> };
}
interface Operation {
  operationId: string;
  responses: Record<string, Answer | { $ref: string }>;
}
interface Answer {
  content?: Record<string, unknown>;
  headers?: Record<string, { $ref: string }>;
}

const folder = new URL('../contracts/', import.meta.url);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** By base path of the service. A response may have nothing that the contract does not name. */
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
  headers: Headers;
  text: string;
}

/** Breaches of the route's contract by the response; empty if there are none. */
export function breachesOf({ method, path, status, headers, text }: Exchange): string[] {
  const [pathname = ''] = path.split('?');
  // HEAD gets the same as GET, without the body. OPTIONS is in no contract.
  if (method === 'OPTIONS') return status === 204 && headers.has('allow') ? [] : ['no 204 with Allow'];
  const found = operationAt(method === 'HEAD' ? 'GET' : method, pathname);
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  const pointer = found ? contentOf(found, status) : nowhere(status);
  if (typeof pointer === 'string') return [pointer];
  const absent = pointer.headers.filter((name) => !headers.has(name));
  if (absent.length) return absent.map((name) => `no header ${name}`);
  if (method === 'HEAD') return text === '' ? [] : ['a body where there is none'];
  if (pointer.types.length === 0) return text === '' ? [] : ['a body where there is none'];
  if (pointer.types.includes('*/*')) return [];
  if (!pointer.types.includes(type)) return [`the content type ${type}`];
  const body = JSON.parse(text);
  const undocumented = type === 'application/problem+json' ? codeBreachesOf(body) : [];
  const validate = validatorOf(`${pointer.at}/content/${escaped(type)}/schema`);
  if (validate(body)) return undocumented;
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

const errorPage = readFileSync('docs/errors.md', 'utf8');

/** docs/errors.md is generated from the texts of each code. */
function codeBreachesOf(problem: { key: ErrorKey; code?: string; faults?: { code: string }[] }): string[] {
  const { key, code, faults = [] } = problem;
  if (code === undefined) return [];
  const words = errorCodes[code as ApiErrorCode];
  const isOfFaults = faults.some((fault) => fault.code === code) && errorPage.includes(`| \`${code}\` |`);
  return isOfFaults || words?.keys.includes(key)
    ? []
    : [`the code ${code} under ${key}, of which docs/errors.md knows nothing`];
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
  if (!('$ref' in answer)) return shapeOf(`${name}${at}/responses/${status}`, answer, contract);
  const shared = contract.components.responses[answer.$ref.split('/').at(-1) ?? ''];
  return shapeOf(`${name}${answer.$ref}`, shared ?? {}, contract);
}

/** Where there is no operation, every service refuses in the same way. */
function nowhere(status: number) {
  const [any] = contracts;
  const key = { 404: 'not-found', 405: 'method-not-allowed' }[status];
  if (!any || !key) return `the status ${status} where no operation is`;
  const at = `#/components/responses/${key}`;
  return shapeOf(`${any.name}${at}`, any.contract.components.responses[key] ?? {}, any.contract);
}

/** Content types of a response, and its required headers. */
const shapeOf = (at: string, { content = {}, headers = {} }: Answer, { components }: Contract) => ({
  at,
  types: Object.keys(content),
  headers: Object.keys(headers).filter((name) => components.headers[name]?.required),
});

const validators = new Map<string, ValidateFunction>();

function validatorOf(ref: string): ValidateFunction {
  const made = validators.get(ref) ?? ajv.compile({ $ref: encodeURI(ref) });
  validators.set(ref, made);
  return made;
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** The same schema, with all unnamed members of objects forbidden. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isShape = inner.type === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return isShape ? { ...inner, additionalProperties: false } : inner;
}
