import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const foreign = await newWorkspace();
  return {
    apiKey: await newApiKey(ctx),
    foreignWorkflow: (await newRegistrationWorkflow(foreign)).id,
  };
}

const path = '/transform/v1/workflows';
const label = { provider: 'silo.state', config: { state: 'processing' } };
const register = { provider: 'gov-ar.register' };
const wait = { provider: 'gov-ar.wait.authorization' };
const webhook = {
  provider: 'webhook',
  config: {
    url: 'https://receiver.example.com/alta',
    bearer_token: 'a-token',
    headers: { 'x-api-key': 'a-key' },
  },
};
const hidden = { bearer_token: '********', headers: { 'x-api-key': '********' } };

onServer('workflows', { seed }, (server) => {
  let call: ApiClient;
  beforeAll(() => {
    call = apiClient(server().alta.origin, server().seeded.apiKey);
  });
  const create = async (body: object) => {
    const answer = await call('POST', path, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test('a workflow is made from steps, fetched, and listed', async () => {
    const made = await create({ name: 'Tell', steps: [label, register, webhook, wait], rescue: [label] });
    expect(made).toMatchObject({
      name: 'Tell',
      description: '',
      schema: 'org/party',
      country: 'AR',
      version: '1',
      disabled: false,
      steps: [{ name: 'Set state' }, {}, { config: { url: webhook.config.url, ...hidden } }, {}],
      versions: [{ version: '1', name: 'Tell', src: 'api-key', src_id: expect.any(String) }],
    });
    expect(made).not.toHaveProperty('warnings');
    expect((await call('GET', `${path}/${made.id}`)).body).toEqual(made);
    const { versions, ...slim } = made;
    expect((await call('GET', path)).body.list).toContainEqual(slim);
    expect(versions[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('a step may have action in place of provider', async () => {
    const made = await create({ name: 'Tell', steps: [{ action: 'silo.state', config: label.config }] });
    expect(made.steps).toMatchObject([label]);
    const both = { ...label, action: 'webhook' };
    const { status, body } = await call('POST', path, { name: 'Tell', steps: [both] });
    expect([status, body.faults[0].paths]).toEqual([422, ['$.steps[0].action']]);
  });

  test.each(['ar-supplier-registration', 'ar-supplier-unregistration'])(
    'a workflow is made from the template %s',
    async (template) => {
      const made = await create({ template });
      expect(made).toMatchObject({ schema: 'org/party', rescue: [{ config: { state: 'error' } }] });
      // What it was made as would be taken as steps too.
      const { name, steps, rescue } = made;
      await create({ name, steps, rescue });
    },
  );

  test('a fetched workflow can be changed and sent back: a new version, with its secrets kept', async () => {
    const made = await create({ name: 'Tell', steps: [webhook] });
    const steps = [...made.steps, { ...label, notes: 'Added' }];
    const changed = await call('PATCH', `${path}/${made.id}`, { steps, version: made.version });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      version: '2',
      steps: [made.steps[0], { name: 'Set state', notes: 'Added' }],
      versions: [{ version: '2' }, { version: '1' }],
    });
    const again = await call('PATCH', `${path}/${made.id}`, { name: 'Late', version: made.version });
    expect(again).toMatchObject({ status: 409, body: { key: 'conflict', code: 'changed-meanwhile' } });
    expect((await call('GET', `${path}/${made.id}`)).body).toEqual(changed.body);
  });

  test('an earlier version is fetched with its secrets hidden, and restored', async () => {
    const made = await create({ name: 'Tell', steps: [webhook] });
    await call('PATCH', `${path}/${made.id}`, { name: 'Label', steps: [label] });
    const first = await call('GET', `${path}/${made.id}/versions/1`);
    expect(first.body).toEqual({
      ...made.versions[0],
      workflow_id: made.id,
      description: '',
      steps: made.steps,
      rescue: [],
    });
    const restored = await call('PATCH', `${path}/${made.id}`, { restore_version: '1' });
    expect(restored.body).toMatchObject({ version: '3', name: 'Tell', steps: made.steps });
    const mixed = await call('PATCH', `${path}/${made.id}`, { restore_version: '1', name: 'Mine' });
    expect(mixed).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } });
    expect((await call('GET', `${path}/${made.id}/versions/9`)).status).toBe(404);
    expect((await call('GET', `${path}/${made.id}/versions/latest`)).status).toBe(422);
  });

  test('PUT with the client’s id is repeatable, and another workflow under the id is a conflict', async () => {
    const own = `${path}/${randomUUID()}`;
    const body = { name: 'Mine', steps: [webhook] };
    const made = await call('PUT', own, body);
    expect(made.status).toBe(200);
    expect((await call('PUT', own, body)).body).toEqual(made.body);
    const other = await call('PUT', own, { ...body, steps: [label] });
    expect(other).toMatchObject({ status: 409, body: { fields: { id: 'is taken' } } });
  });

  test('a link that is sent too late or too early is a warning with its path', async () => {
    const made = await create({ name: 'Late', steps: [register, wait, webhook] });
    expect(made.warnings).toMatchObject([{ code: 'link-too-late', paths: ['$.steps[2]'] }]);
    const changed = await call('PATCH', `${path}/${made.id}`, { steps: [webhook, register, wait] });
    expect(changed.body.warnings).toMatchObject([{ code: 'link-not-yet', paths: ['$.steps[0]'] }]);
    expect((await call('GET', `${path}/${made.id}`)).body.warnings).toHaveLength(1);
  });

  test.each<[string, object, string[]]>([
    ['an unknown provider', { steps: [label, { provider: 'nothing' }] }, ['$.steps[1].provider']],
    ['no provider', { steps: [{ config: {} }] }, ['$.steps[0].provider']],
    ['a config without what it needs', { rescue: [{ provider: 'webhook' }] }, ['$.rescue[0].config.url']],
    [
      'a field that no config has',
      { steps: [{ ...register, config: { colour: 1 } }] },
      ['$.steps[0].config.colour'],
    ],
    ['a wait alone', { steps: [wait] }, ['$.steps[0].provider']],
    ['no steps', { steps: [] }, ['$.steps']],
    ['branches', { steps: [{ ...label, next: [{ status: 'KO', stop: true }] }] }, ['$.steps[0].next']],
    ['an unknown field of a step', { steps: [{ ...label, color: 'red' }] }, ['$.steps[0].color']],
    ['an unknown field', { estado: 'x' }, ['$.estado']],
    ['a name that is too long', { name: 'x'.repeat(201) }, ['$.name']],
    ['a version that is no number', { version: 'newest' }, ['$.version']],
    [
      'a secret that is not there',
      { steps: [{ ...webhook, config: { url: webhook.config.url, bearer_token: '********' } }] },
      ['$.steps[0].config.bearer_token'],
    ],
    [
      'two faults',
      { steps: [{ provider: 'a' }], rescue: [{ provider: 'b' }] },
      ['$.steps[0].provider', '$.rescue[0].provider'],
    ],
  ])('PATCH with %s is refused with the path', async (_what, change, paths) => {
    const { id } = await create({ name: 'Label', steps: [label] });
    const { status, headers, body } = await call('PATCH', `${path}/${id}`, change);
    expect(status).toBe(422);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ key: 'validation', message: 'validation' });
    expect(body.faults.flatMap((fault: { paths: string[] }) => fault.paths)).toEqual(paths);
    for (const each of paths) {
      const field = each
        .slice(2)
        .split('.')
        .reduce((place, part) => place?.[part], body.fields);
      expect(field).toBeTypeOf('string');
    }
    expect((await call('GET', `${path}/${id}`)).body.version).toBe('1');
  });

  test.each<[string, object, string]>([
    ['an unknown template', { template: 'nothing' }, 'template'],
    ['a template and steps', { template: 'ar-supplier-registration', steps: [label] }, 'steps'],
    ['neither', { name: 'Nothing' }, 'steps'],
    ['no name', { steps: [label] }, 'name'],
    ['a schema that is none', { name: 'A', schema: 'party', steps: [label] }, 'schema'],
  ])('POST with %s is refused with the field’s name', async (_what, body, field) => {
    const answer = await call('POST', path, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  test('a disabled workflow is shown as disabled, in the same version', async () => {
    const { id } = await create({ name: 'Label', steps: [label] });
    const { body } = await call('PATCH', `${path}/${id}`, { disabled: true });
    expect(body).toMatchObject({ disabled: true, version: '1' });
  });

  test('a workflow of another workspace is out of reach', async () => {
    const foreign = `${path}/${server().seeded.foreignWorkflow}`;
    const answers = await Promise.all([
      call('GET', foreign),
      call('GET', `${foreign}/versions/1`),
      call('PATCH', foreign, { name: 'Mine' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const taken = await call('PUT', foreign, { template: 'ar-supplier-registration' });
    expect(taken.status).toBe(409);
  });

  test('the providers list each step’s settings, and mark the secret ones', async () => {
    const { status, body } = await call('GET', '/transform/v1/providers');
    expect(status).toBe(200);
    const byId = new Map(body.list.map((provider: { id: string }) => [provider.id, provider]));
    expect(byId.get('silo.state')).toMatchObject({ config: { required: ['state'] } });
    expect(byId.get('gov-ar.wait.authorization')).toMatchObject({
      schema: 'org/party',
      needs: 'gov-ar.register',
      role: 'waits',
      config: { type: 'object', properties: { timeout_days: { type: 'integer' } } },
    });
    expect(byId.get('webhook')).toMatchObject({
      role: 'tells',
      config: { properties: { bearer_token: { writeOnly: true }, headers: { writeOnly: true } } },
    });
    expect(JSON.stringify(byId.get('silo.state'))).not.toContain('writeOnly');
  });
});
