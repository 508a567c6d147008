import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { classA } from '#tests/support/invoices.ts';
import type { Row } from './row.ts';
import { invoiceSchema, party, partySchema } from './scene.ts';

const supplier = { $schema: partySchema, ...party };
const invoice = { $schema: invoiceSchema, ...classA() };
const one = ({ supplier }: { supplier: string }) => [supplier];

export const entryRows: Row[] = [
  { operation: 'GET /silo/v1/entries', sends: 'nothing', status: 200, shape: 'entries' },
  {
    operation: 'GET /silo/v1/entries',
    sends: 'every parameter',
    query: () => '?folder=suppliers&created_at=2026-01-01T00:00:00.000Z&limit=5&ascending=true',
    status: 200,
    shape: 'entries',
    has: { folder: 'suppliers', limit: 5 },
  },
  {
    operation: 'POST /silo/v1/entries',
    sends: 'a document, its folder and a key',
    body: () => ({ folder: 'suppliers', key: randomUUID(), data: supplier }),
    status: 200,
    shape: 'entry',
    has: { folder: 'suppliers' },
  },
  {
    operation: 'POST /silo/v1/entries',
    sends: 'a party without a folder',
    body: () => ({ data: supplier }),
    status: 200,
    shape: 'entry',
    has: { folder: 'suppliers' },
  },
  {
    operation: 'POST /silo/v1/entries',
    sends: 'an invoice without a folder',
    body: () => ({ data: invoice }),
    status: 200,
    shape: 'entry',
    has: { folder: 'invoices' },
  },
  {
    operation: 'POST /silo/v1/entries',
    sends: 'an invoice into a folder of another kind',
    body: () => ({ folder: 'suppliers', data: invoice }),
    status: 422,
    names: 'folder',
  },
  {
    operation: 'PUT /silo/v1/entries/{id}',
    sends: 'the flags with their defaults',
    at: () => [randomUUID()],
    body: () => ({ data: supplier, content_type: 'application/json', allow_invalid: false, sign: false }),
    status: 200,
    shape: 'entry',
  },
  {
    operation: 'PUT /silo/v1/entries/{id}',
    sends: 'an invoice under a UUID of version 7',
    at: () => [uuidv7()],
    body: () => ({ folder: 'invoices', data: invoice }),
    status: 200,
    shape: 'entry',
  },
  {
    operation: 'PUT /silo/v1/entries/{id}',
    sends: 'a signature wanted',
    at: () => [randomUUID()],
    body: () => ({ data: supplier, sign: true }),
    status: 422,
    names: 'sign',
  },
  {
    operation: 'POST /silo/v1/entries',
    sends: 'an entry to copy, and no correction',
    body: ({ supplier }) => ({ previous_id: supplier }),
    status: 422,
    names: 'previous_id',
  },
  { operation: 'GET /silo/v1/entries/{id}', sends: 'nothing', at: one, status: 200, shape: 'entry' },
  {
    operation: 'GET /silo/v1/entries/key/{key}',
    sends: 'nothing',
    at: ({ keyed }) => [keyed],
    status: 200,
    shape: 'entry',
  },
  {
    operation: 'PATCH /silo/v1/entries/{id}',
    sends: 'the whole document',
    at: async ({ another }) => [await another()],
    body: () => ({ data: { ...supplier, alias: 'Álamos' } }),
    status: 200,
    shape: 'entry',
  },
  {
    operation: 'PATCH /silo/v1/entries/{id}',
    sends: 'a merge patch, said in the body',
    at: async ({ another }) => [await another()],
    body: () => ({
      content_type: 'application/merge-patch+json',
      folder: 'suppliers',
      data: { doc: { alias: 'Álamos' } },
    }),
    status: 200,
    shape: 'entry',
    has: { data: { doc: { alias: 'Álamos', name: expect.any(String) } } },
  },
  {
    operation: 'PATCH /silo/v1/entries/{id}',
    sends: 'operations, said in the body',
    at: async ({ another }) => [await another()],
    body: () => ({
      content_type: 'application/json-patch+json',
      data: [{ op: 'add', path: '/alias', value: 'Álamos' }],
    }),
    status: 200,
    shape: 'entry',
    has: { data: { doc: { alias: 'Álamos' } } },
  },
  {
    operation: 'GET /silo/v1/entries/{id}/versions/{version}',
    sends: 'nothing, of the newest version',
    at: ({ supplier, version }) => [supplier, version],
    status: 200,
    shape: 'entry data',
  },
  {
    operation: 'GET /silo/v1/entries/{id}/related',
    sends: 'nothing',
    at: one,
    status: 200,
    shape: 'entries',
  },
  {
    operation: 'GET /silo/v1/entries/related',
    sends: 'the id of a document',
    query: ({ supplier }) => `?uuid=${supplier}`,
    status: 200,
    shape: 'entries',
  },
  {
    operation: 'GET /silo/v1/search',
    sends: 'words, with offset and limit',
    query: () => '?q=alamos&folder=suppliers&limit=5&offset=0',
    status: 200,
    shape: 'found',
  },
  {
    operation: 'GET /silo/v1/entries/{entry_id}/states',
    sends: 'nothing',
    at: one,
    status: 200,
    shape: 'states',
  },
  {
    operation: 'POST /silo/v1/entries/{entry_id}/states',
    sends: 'a key and notes',
    at: async ({ another }) => [await another()],
    body: () => ({ key: 'paid', notes: 'Por transferencia' }),
    status: 201,
    shape: 'state',
  },
  {
    operation: 'POST /silo/v1/entries/{entry_id}/states',
    sends: 'meta of its own',
    at: async ({ another }) => [await another()],
    body: () => ({ key: 'paid', meta: { batch: '7' } }),
    status: 201,
    shape: 'state',
  },
  {
    operation: 'PUT /silo/v1/entries/{entry_id}/states/{at}',
    sends: 'a key at an instant',
    at: async ({ another }) => [await another(), '2026-11-20T12:00:00.000Z'],
    body: () => ({ key: 'paid' }),
    status: 200,
    shape: 'state',
  },
];
