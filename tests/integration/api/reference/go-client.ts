import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { notOffered, type Row } from './row.ts';
import { party, partySchema } from './scene.ts';

const document = { $schema: partySchema, ...party };
/** A step as a Go struct without values writes it: `id` and `name` are there, and empty. */
const step = (state: string) => ({ id: '', name: '', action: 'silo.state', config: { state } });

/** What the Go client sends and a writer of JSON would not: members without a value, and two methods of its own. */
export const goRows: Row[] = [
  {
    operation: 'GET /silo/v1/entries',
    sends: 'from Go: limit and folder, in the order of the alphabet',
    query: () => '?folder=suppliers&limit=20',
    status: 200,
    shape: 'entries',
  },
  {
    operation: 'POST /silo/v1/entries',
    sends: "from Go: the program of docs/other-languages.md's supplier",
    body: () => ({ folder: 'suppliers', data: document }),
    status: 200,
    shape: 'entry',
  },
  {
    operation: 'PATCH /silo/v1/entries/{id}',
    sends: 'from Go: a folder, and null in place of data',
    at: async ({ another }) => [await another()],
    body: () => ({ folder: 'suppliers', data: null }),
    status: 200,
    shape: 'entry',
  },
  {
    operation: 'POST /silo/v1/gobl/build',
    sends: 'from Go: no envelope wanted',
    body: () => ({ data: document, envelop: false }),
    status: 200,
    shape: 'document',
  },
  {
    operation: 'PUT /silo/v1/entries/{entry_id}/files/{id}',
    sends: 'from Go: name and bytes',
    at: async ({ another }) => [await another(), uuidv7()],
    body: () => ({ name: 'nota.txt', data: Buffer.from('nota').toString('base64') }),
    status: 200,
    shape: 'file',
  },
  {
    operation: 'POST /transform/v1/jobs',
    sends: "from Go: the program of docs/other-languages.md's job",
    query: () => '?wait=1',
    body: ({ workflow, supplier }) => ({ workflow_id: workflow, silo_entry_id: supplier }),
    status: 202,
    shape: 'job',
  },
  {
    operation: 'PUT /transform/v1/jobs/{id}',
    sends: 'from Go: an id and a wait',
    at: () => [uuidv7()],
    query: () => '?wait=1',
    body: ({ workflow, supplier }) => ({ workflow_id: workflow, silo_entry_id: supplier, tags: ['go'] }),
    status: 202,
    shape: 'job',
  },
  {
    operation: 'GET /transform/v1/workflows',
    sends: 'from Go: a schema',
    query: () => '?schema=org%2Fparty',
    status: 200,
    shape: 'workflows',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'from Go: steps whose id and name are empty',
    at: () => [uuidv7()],
    body: () => ({ name: 'Etiquetar', schema: 'org/party', steps: [step('processing')] }),
    status: 200,
    shape: 'workflow',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'from Go: null in place of steps',
    at: () => [uuidv7()],
    body: () => ({ name: 'Vacío', steps: null }),
    status: 422,
    names: 'steps',
  },
  {
    operation: 'PATCH /transform/v1/workflows/{id}',
    sends: 'from Go: an empty name and null in place of steps, which change nothing',
    at: ({ registration }) => [registration],
    body: () => ({ name: '', description: 'De martes', steps: null }),
    status: 200,
    shape: 'workflow',
    has: { description: 'De martes', name: expect.stringMatching(/./) },
  },
  {
    operation: 'POST /transform/v1/jobs/intents',
    sends: 'a poke, as apps do',
    body: () => ({ ref: 'abc', status: 'POKE' }),
    status: 405,
  },
  {
    operation: 'GET /silo/v1/entries/{entry_id}/meta/{key}',
    sends: 'nothing, as apps do',
    at: ({ supplier }) => [supplier, 'link'],
    status: 404,
  },
  {
    operation: 'PUT /silo/v1/entries/{entry_id}/meta/{key}',
    sends: 'a value, as apps do',
    at: ({ supplier }) => [supplier, 'nota'],
    body: () => ({ value: { nota: 1 } }),
    status: 404,
  },
  {
    operation: 'DELETE /silo/v1/entries/{entry_id}/meta/{key}',
    sends: 'nothing, as apps do',
    at: ({ supplier }) => [supplier, 'nota'],
    status: 404,
  },
  {
    operation: 'GET /silo/v1/entries/meta/{key}/{ref}',
    sends: 'nothing, as apps do',
    at: () => ['link', randomUUID()],
    query: () => '?owned=true',
    status: 404,
    has: notOffered,
  },
  {
    operation: 'POST /access/v1/enrollment',
    sends: 'data, as apps do from Go',
    body: () => ({ Data: {} }),
    status: 404,
    has: notOffered,
  },
  { operation: 'GET /sequence/v1/series', sends: 'nothing', status: 404, has: notOffered },
];
