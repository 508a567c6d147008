import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * What the reference's answers look like, as facts: the type of each member that its documents name, and as required
 * those that its Go structs never leave out. Members of our own may come beside them.
 */
type Schema = Record<string, unknown>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const yes = { type: 'boolean' };
const instant = { type: 'string', format: 'date-time' };
const json = { type: 'object' };
const texts = { type: 'object', additionalProperties: text };
const list = (items: Schema) => ({ type: 'array', items });
const shape = (required: string, optional: Schema, properties: Schema): Schema => ({
  type: 'object',
  required: required.split(' ').filter(Boolean),
  properties: { ...properties, ...optional },
});

const fault = shape('provider', { code: text, message: text, paths: list(text) }, { provider: text });

const file = shape(
  'id created_at name hash mime size stored url',
  { desc: text, key: text, category: text, embeddable: yes, private: yes, meta: texts, entry_id: text },
  {
    id: text,
    created_at: instant,
    name: text,
    hash: text,
    mime: text,
    size: whole,
    stored: yes,
    url: text,
    previous: list(
      shape('id created_at hash size', {}, { id: text, created_at: instant, hash: text, size: whole }),
    ),
  },
);

const meta = shape(
  'id created_at updated_at',
  { owner_id: text, entry_id: text, src: text, key: text, ref: text, link_url: text, link_scope: text },
  {
    id: text,
    created_at: instant,
    updated_at: instant,
    value: {},
    indexed: yes,
    owned: yes,
    secure: yes,
    shared: yes,
  },
);

const entry = shape(
  'folder env_schema doc_schema digest',
  {
    id: text,
    created_at: instant,
    updated_at: instant,
    key: text,
    state: text,
    context: text,
    version: text,
  },
  {
    folder: text,
    env_schema: text,
    doc_schema: text,
    digest: shape('alg val', {}, { alg: text, val: text }),
    signed: yes,
    invalid: yes,
    draft: yes,
    tags: list(text),
    snippet: json,
    data: json,
    faults: list(fault),
    attachments: list(file),
    meta: list(meta),
    versions: list(
      shape('', { version: text, at: instant, src: text, src_id: text, signed: yes, invalid: yes }, {}),
    ),
  },
);

const state = shape(
  '',
  { id: text, key: text, notes: text, src: text, src_id: text },
  { created_at: instant, meta: texts, faults: list(fault) },
);

const event = shape(
  'index status at',
  { code: text, message: text, args: texts, silo_entry_id: text },
  { index: whole, status: text, at: instant },
);
const intent = shape(
  'id step_id name provider',
  { created_at: instant, updated_at: instant, completed: yes, events: list(event) },
  { id: text, step_id: text, name: text, provider: text },
);
const job = shape(
  'id workflow_id',
  { created_at: instant, updated_at: instant, completed_at: instant, silo_entry_id: text, key: text },
  {
    id: text,
    workflow_id: text,
    status: text,
    args: texts,
    tags: list(text),
    intents: list(intent),
    faults: list(fault),
    envelope: json,
    attachments: list(file),
  },
);

const step = shape(
  'id name action',
  { notes: text, summary: text },
  { id: text, name: text, action: text, config: json, next: list(json) },
);
const workflow = shape(
  'id name steps rescue',
  { created_at: instant, updated_at: instant, description: text, schema: text, country: text },
  {
    id: text,
    name: text,
    steps: list(step),
    rescue: list(step),
    version: text,
    hash: text,
    draft: yes,
    disabled: yes,
    versions: list(
      shape('', { version: text, name: text, hash: text, src: text, src_id: text, created_at: instant }, {}),
    ),
  },
);

const pageOf = (items: Schema, properties: Schema) =>
  shape('list limit', properties, { list: list(items), limit: whole });
const byCursor = { created_at: instant, cursor: text, next_cursor: text };

/** What its client reads of a failure: fields, nested, with a text at each end. */
const problem: Schema = {
  ...shape('message', { code: text }, { message: text, fields: { $ref: '#/$defs/nested' } }),
  $defs: { nested: { type: 'object', additionalProperties: { anyOf: [text, { $ref: '#/$defs/nested' }] } } },
};

const shapes = {
  entry,
  entries: pageOf(entry, { ...byCursor, folder: text }),
  found: pageOf(entry, { folder: text, offset: whole, query: text }),
  'entry data': shape('data', { version: text }, { data: json }),
  document: shape('data', {}, { data: json }),
  file,
  state,
  states: shape('list', {}, { list: list(state) }),
  job,
  jobs: pageOf(job, byCursor),
  workflow,
  workflows: pageOf(workflow, { created_at: instant, next_created_at: instant, schema: text }),
  workspace: shape(
    'id created_at updated_at name slug sandbox',
    { country: text },
    { id: text, created_at: instant, updated_at: instant, name: text, slug: text, sandbox: yes },
  ),
  ping: shape('ping', {}, { ping: text }),
  uuid: shape('uuid version', {}, { uuid: { ...text, format: 'uuid' }, version: text }),
  problem,
} satisfies Record<string, Schema>;
export type Shape = keyof typeof shapes;

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const validators = new Map(Object.entries(shapes).map(([name, schema]) => [name, ajv.compile(schema)]));

/** What in the body is not as the reference has it. */
export function differencesFrom(name: Shape, body: unknown): string[] {
  const validate = validators.get(name);
  if (validate?.(body)) return [];
  return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}
