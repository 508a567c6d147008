import { createHash, randomUUID } from 'node:crypto';
import { classA } from '#tests/support/invoices.ts';
import { notOffered, type Row } from './row.ts';
import { invoiceSchema, party, partySchema } from './scene.ts';

const pdf = Buffer.from('%PDF-1.7 remito');
const contents = { name: 'remito.pdf', data: pdf.toString('base64') };
const supplier = { $schema: partySchema, ...party };

export const fileRows: Row[] = [
  {
    operation: 'POST /silo/v1/entries/{entry_id}/files',
    sends: 'the contents, and what they are',
    at: async ({ another }) => [await another()],
    body: () => ({ ...contents, mime: 'application/pdf', category: 'format', key: 'pdf', desc: 'Remito' }),
    status: 201,
    shape: 'file',
  },
  {
    operation: 'POST /silo/v1/entries/{entry_id}/files',
    sends: 'the contents alone',
    at: async ({ another }) => [await another()],
    body: () => contents,
    status: 201,
    shape: 'file',
    has: { mime: 'application/pdf' },
  },
  {
    operation: 'PUT /silo/v1/entries/{entry_id}/files/{id}',
    sends: 'embeddable, private and meta',
    at: async ({ another }) => [await another(), randomUUID()],
    body: () => ({
      ...contents,
      mime: 'application/pdf',
      embeddable: true,
      private: true,
      meta: { batch: '7' },
    }),
    status: 200,
    shape: 'file',
    has: { embeddable: true, private: true, meta: { batch: '7' } },
  },
  {
    operation: 'PUT /silo/v1/entries/{entry_id}/files/{id}',
    sends: 'a placeholder',
    at: async ({ another }) => [await another(), randomUUID()],
    body: () => ({
      name: 'remito.pdf',
      mime: 'application/pdf',
      size: pdf.byteLength,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    }),
    status: 200,
    shape: 'file',
    has: { stored: false },
  },
  {
    operation: 'POST /silo/v1/entries/{entry_id}/files',
    sends: 'a category of apps',
    at: async ({ another }) => [await another()],
    body: () => ({ ...contents, mime: 'application/pdf', category: 'agreement' }),
    status: 422,
    names: 'category',
  },
  {
    operation: 'GET /silo/v1/entries/{entry_id}/files/{id}',
    sends: 'no word of what it accepts',
    at: ({ supplier, file }) => [supplier, file],
    status: 200,
    has: { body: 'poder' },
  },
];

export const documentRows: Row[] = [
  {
    operation: 'POST /silo/v1/gobl/build',
    sends: 'a party',
    body: () => ({ data: supplier }),
    status: 200,
    shape: 'document',
    has: { data: { name: party.name } },
  },
  {
    operation: 'POST /silo/v1/gobl/build',
    sends: 'an invoice, and wants an envelope',
    body: () => ({ data: { $schema: invoiceSchema, ...classA() }, envelop: true }),
    status: 200,
    shape: 'document',
    has: { data: { $schema: 'https://gobl.org/draft-0/envelope' } },
  },
  {
    operation: 'POST /silo/v1/gobl/correct',
    sends: 'what to correct, without saying which',
    body: () => ({
      data: { $schema: 'https://gobl.org/draft-0/envelope', doc: { $schema: invoiceSchema, ...classA() } },
      options: { type: 'credit-note' },
    }),
    status: 422,
    names: 'data',
  },
  {
    operation: 'POST /silo/v1/gobl/sign',
    sends: 'a document',
    body: () => ({ data: supplier }),
    status: 404,
    has: notOffered,
  },
  {
    operation: 'POST /silo/v1/spool',
    sends: 'a file for a while',
    body: () => ({ name: 'remito.xml', type: 'application/xml', data: 'PHIvPg==' }),
    status: 404,
    has: notOffered,
  },
  {
    operation: 'GET /silo/v1/spool/{key}',
    sends: 'nothing',
    at: () => ['2026-W47-remito.xml'],
    status: 404,
    has: notOffered,
  },
  {
    operation: 'DELETE /silo/v1/spool/{key}',
    sends: 'nothing',
    at: () => ['2026-W47-remito.xml'],
    status: 404,
    has: notOffered,
  },
];
