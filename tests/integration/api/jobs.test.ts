import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const foreign = await newWorkspace();
  return {
    apiKey: await newApiKey(ctx),
    workflow: (await newRegistrationWorkflow(ctx)).id,
    foreignWorkflow: (await newRegistrationWorkflow(foreign)).id,
    foreignEntry: (await newSupplier(foreign)).id,
  };
}

onServer('jobs', { seed }, (server) => {
  let call: ApiClient;
  let body: { workflow_id: string; silo_entry_id: string };

  beforeAll(async () => {
    const { alta, seeded } = server();
    call = apiClient(alta.origin, seeded.apiKey);
    const data = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: '30123456781' } };
    const entry = await call('POST', '/silo/v1/entries', { folder: 'suppliers', data });
    body = { workflow_id: seeded.workflow, silo_entry_id: entry.body.id };
  });

  test('a registration of a customer is refused', async () => {
    const data = { name: 'Ana Gómez' };
    const customer = await call('POST', '/silo/v1/entries', { folder: 'customers', data });
    expect(customer.status).toBe(200);
    const { status, body: refusal } = await call('POST', '/transform/v1/jobs', {
      ...body,
      silo_entry_id: customer.body.id,
    });
    expect([status, refusal.code]).toEqual([409, 'not-a-supplier']);
  });

  test('a job on a supplier writes the link into the entry’s meta and waits', async () => {
    const created = await call('POST', '/transform/v1/jobs', body);
    expect(created.status).toBe(202);
    const job = await eventually(
      async () => (await call('GET', `/transform/v1/jobs/${created.body.id}`)).body,
      ({ status }) => status === 'QUEUED',
    );
    expect(
      job.intents.map(({ provider, completed }: Record<string, unknown>) => [provider, completed]),
    ).toEqual([
      ['silo.state', true],
      ['gov-ar.register', true],
      ['gov-ar.wait.authorization', false],
    ]);
    expect(job.intents.at(-1).events.map(({ status }: { status: string }) => status)).toEqual([
      'RUN',
      'QUEUED',
    ]);
    const { body: entry } = await call('GET', `/silo/v1/entries/${body.silo_entry_id}`);
    expect(entry.state).toBe('processing');
    expect(entry.meta).toMatchObject([
      {
        src: 'gov-ar',
        key: 'link',
        link_scope: 'public',
        entry_id: body.silo_entry_id,
        link_url: `${server().alta.origin}/reg/${entry.meta[0].ref}`,
      },
    ]);
    expect(entry.meta[0].ref).toMatch(/^[0-9A-Za-z]{22,}$/);
  });

  test('a second job on a waiting supplier shares its registration and link', async () => {
    const before = (await call('GET', `/silo/v1/entries/${body.silo_entry_id}`)).body.meta;
    const created = await call('POST', '/transform/v1/jobs', body);
    await eventually(
      async () => (await call('GET', `/transform/v1/jobs/${created.body.id}`)).body,
      ({ status }) => status === 'QUEUED',
    );
    expect((await call('GET', `/silo/v1/entries/${body.silo_entry_id}`)).body.meta).toEqual(before);
  });

  test('fifty requests with one key start one job, and another entry under the key is a conflict', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/transform/v1/jobs', { ...body, key })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const byKey = await call('GET', `/transform/v1/jobs/key/${key}`);
    expect(byKey.body.id).toBe(answers[0]?.body.id);
    const data = { name: 'Otra S.A.', tax_id: { country: 'AR', code: '30123456781' } };
    const other = await call('POST', '/silo/v1/entries', { data });
    const clash = await call('POST', '/transform/v1/jobs', { ...body, silo_entry_id: other.body.id, key });
    expect(clash).toMatchObject({ status: 409, body: { fields: { key: expect.any(String) } } });
  });

  test('PUT creates a job with the client’s id, then changes its tags, then cancels it', async () => {
    const nowhere = await call('PUT', `/transform/v1/jobs/${uuidv7()}`, { ...body, status: 'CANCEL' });
    expect(nowhere.status).toBe(404);
    const path = `/transform/v1/jobs/${uuidv7()}`;
    expect((await call('PUT', path, body)).status).toBe(202);
    expect((await call('PUT', path, body)).status).toBe(200);
    expect((await call('PUT', path, { ...body, tags: ['a'] })).body.tags).toEqual(['a']);
    expect((await call('PUT', path, { ...body, args: { x: '1' } })).status).toBe(409);
    const cancelled = await call('PUT', path, { ...body, status: 'CANCEL' });
    expect(cancelled.body).toMatchObject({ status: 'KO', faults: [{ code: 'cancelled' }] });
    expect(cancelled.body.completed_at).toBeTypeOf('string');
  });

  test.each([
    ['an id that is no UUID', (b: object) => ({ ...b, silo_entry_id: '7' }), 'silo_entry_id'],
    ['a workflow that is not there', (b: object) => ({ ...b, workflow_id: randomUUID() }), 'workflow_id'],
    [
      'a workflow of another workspace',
      (b: object) => ({ ...b, workflow_id: server().seeded.foreignWorkflow }),
      'workflow_id',
    ],
    [
      'an entry of another workspace',
      (b: object) => ({ ...b, silo_entry_id: server().seeded.foreignEntry }),
      'silo_entry_id',
    ],
    ['an unknown field', (b: object) => ({ ...b, entry: 'x' }), 'entry'],
  ])('%s gives a problem that names the field', async (_what, change, field) => {
    const answer = await call('POST', '/transform/v1/jobs', change(body));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  test('workflows are made from the template, listed and fetched', async () => {
    const made = await call('POST', '/transform/v1/workflows', {
      template: 'ar-supplier-registration',
      name: 'Mine',
    });
    expect(made.body).toMatchObject({
      name: 'Mine',
      schema: 'org/party',
      rescue: [{ config: { state: 'error' } }],
    });
    expect((await call('GET', `/transform/v1/workflows/${made.body.id}`)).body).toEqual(made.body);
    const { body: listed } = await call('GET', '/transform/v1/workflows');
    expect(listed.list.map(({ id }: { id: string }) => id)).toContain(made.body.id);
    const unknown = await call('POST', '/transform/v1/workflows', { template: 'nothing' });
    expect(unknown).toMatchObject({ status: 422, body: { fields: { template: expect.any(String) } } });
  });

  test('the job list leaves the steps out', async () => {
    const { body: jobs } = await call('GET', '/transform/v1/jobs?limit=1');
    expect(jobs.list[0]).toMatchObject({
      workflow_id: server().seeded.workflow,
      silo_entry_id: body.silo_entry_id,
    });
    expect(jobs.list[0]).not.toHaveProperty('intents');
  });
});
