import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { Row } from './row.ts';
import { party, partySchema } from './scene.ts';

const label = (state: string) => ({ name: 'Etiqueta', action: 'silo.state', config: { state } });
const named = { name: 'Etiquetar', schema: 'org/party' };

export const jobRows: Row[] = [
  {
    operation: 'GET /transform/v1/jobs',
    sends: 'every parameter',
    query: () => '?created_at=2030-01-01T00:00:00.000Z&limit=5',
    status: 200,
    shape: 'jobs',
  },
  {
    operation: 'POST /transform/v1/jobs',
    sends: 'a workflow and an entry, with key, args and tags',
    body: ({ workflow, supplier }) => ({
      workflow_id: workflow,
      silo_entry_id: supplier,
      key: randomUUID(),
      args: { batch: '7' },
      tags: ['lunes'],
    }),
    status: 202,
    shape: 'job',
  },
  {
    operation: 'POST /transform/v1/jobs',
    sends: 'a document in the place of an entry',
    body: ({ workflow }) => ({ workflow_id: workflow, data: { $schema: partySchema, ...party } }),
    status: 202,
    shape: 'job',
    has: { silo_entry_id: expect.any(String) },
  },
  {
    operation: 'POST /transform/v1/jobs',
    sends: 'a wait',
    query: () => '?wait=1',
    body: ({ workflow, supplier }) => ({ workflow_id: workflow, silo_entry_id: supplier }),
    status: 202,
    shape: 'job',
  },
  {
    operation: 'PUT /transform/v1/jobs/{id}',
    sends: 'a workflow and an entry, under a UUID of version 7',
    at: () => [uuidv7()],
    body: ({ workflow, supplier }) => ({ workflow_id: workflow, silo_entry_id: supplier }),
    status: 202,
    shape: 'job',
  },
  {
    operation: 'GET /transform/v1/jobs/{id}',
    sends: 'nothing, of a job that has ended',
    at: ({ ended }) => [ended],
    status: 200,
    shape: 'job',
    has: {
      status: 'OK',
      completed_at: expect.any(String),
      envelope: expect.anything(),
      attachments: expect.any(Array),
    },
  },
  {
    operation: 'GET /transform/v1/jobs/key/{key}',
    sends: 'nothing',
    at: ({ endedKey }) => [endedKey],
    status: 200,
    shape: 'job',
  },
];

export const workflowRows: Row[] = [
  {
    operation: 'GET /transform/v1/workflows',
    sends: 'every parameter',
    query: () => '?limit=100&created_at=2026-01-01T00:00:00.000Z&schema=org/party',
    status: 200,
    shape: 'workflows',
    has: { schema: 'org/party', limit: 100 },
  },
  {
    operation: 'GET /transform/v1/workflows/{id}',
    sends: 'nothing',
    at: ({ workflow }) => [workflow],
    status: 200,
    shape: 'workflow',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'actions, in place of providers',
    at: () => [randomUUID()],
    body: () => ({ ...named, country: 'AR', steps: [label('processing')], rescue: [label('error')] }),
    status: 200,
    shape: 'workflow',
    has: { steps: [{ action: 'silo.state' }], rescue: [{ action: 'silo.state' }] },
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'null in place of the steps of a rescue',
    at: () => [randomUUID()],
    body: () => ({ ...named, steps: [label('processing')], rescue: null }),
    status: 200,
    shape: 'workflow',
    has: { rescue: [] },
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'a draft',
    at: () => [randomUUID()],
    body: () => ({ ...named, draft: true, steps: [label('processing')] }),
    status: 422,
    names: 'draft',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'no draft, and nothing that follows a step',
    at: () => [randomUUID()],
    body: () => ({ ...named, draft: false, steps: [{ ...label('processing'), next: [] }] }),
    status: 200,
    shape: 'workflow',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'steps that follow a step by its outcome',
    at: () => [randomUUID()],
    body: () => ({
      ...named,
      steps: [{ ...label('processing'), next: [{ status: 'KO', steps: [label('void')], stop: true }] }],
    }),
    status: 422,
    names: 'steps[0].next',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'steps that change and close the entry',
    at: () => [randomUUID()],
    body: () => ({
      ...named,
      steps: [
        {
          name: 'Modify silo entry',
          provider: 'silo.modify',
          config: { addons: ['ar-arca-v4'], sign: false },
        },
        { name: 'Sign envelope', provider: 'silo.close' },
      ],
    }),
    status: 200,
    shape: 'workflow',
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'a step that numbers the document',
    at: () => [randomUUID()],
    body: () => ({ ...named, steps: [{ name: 'Add sequential code', provider: 'sequence.enumerate' }] }),
    status: 422,
    names: 'steps[0].provider',
    has: { faults: [{ code: 'unknown-provider', message: expect.stringContaining('gov-ar.send') }] },
  },
  {
    operation: 'PUT /transform/v1/workflows/{id}',
    sends: 'a condition in the language of the reference',
    at: () => [randomUUID()],
    body: () => ({
      ...named,
      steps: [{ provider: 'silo.if', config: { expr: "doc['$schema'] endsWith 'org/party'", scope: 'env' } }],
    }),
    status: 422,
    names: 'steps[0].config.expr',
  },
  {
    operation: 'PATCH /transform/v1/workflows/{id}',
    sends: 'a name, a description and steps',
    at: ({ registration }) => [registration],
    body: () => ({
      name: 'Alta de proveedores',
      description: 'De lunes',
      draft: false,
      steps: [label('processing')],
    }),
    status: 200,
    shape: 'workflow',
  },
];
