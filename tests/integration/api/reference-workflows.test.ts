import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { workflows } from '#app/api/transform/v1/workflows.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const setState = (id: string, state: string) => ({
  id,
  name: 'State',
  provider: 'silo.state',
  summary: `State is \`${state}\`{.state .${state}}`,
  config: { state },
});

/** With the members and kinds of values that the reference's own workflow for Argentine invoices has. */
const invoiceWorkflow = {
  name: 'Issue an invoice',
  description: 'Has ARCA authorize it',
  schema: 'bill/invoice',
  steps: [
    setState('bce37ad0-f1fd-11f0-9dd9-c3ebff709d81', 'processing'),
    { id: '68863090-f1fd-11f0-9dd9-c3ebff709d81', name: 'Send', provider: 'gov-ar.send' },
    {
      id: '6cc19050-f1fd-11f0-9dd9-c3ebff709d81',
      name: 'Paper',
      provider: 'pdf',
      summary: 'Spanish, Letter',
      config: {
        currency_template: '',
        date_format: '%Y-%m-%d',
        decimal_mark: '',
        label: '',
        layout: 'Letter',
        locale: 'es',
        logo_height: 40,
        negative_template: '',
        scripting: false,
        thousands_separator: '',
        watermark: '',
      },
    },
    setState('c6221e30-f1fd-11f0-9dd9-c3ebff709d81', 'sent'),
  ],
  rescue: [setState('d751af40-f1fd-11f0-9dd9-c3ebff709d81', 'error')],
};

const supplierWorkflow = {
  name: 'Register a supplier',
  description: 'With a certificate of their own',
  schema: 'org/party',
  steps: [
    setState('12e637b0-f1fe-11f0-9dd9-c3ebff709d81', 'processing'),
    { id: 'fc109350-f1fd-11f0-9dd9-c3ebff709d81', name: 'Register', provider: 'gov-ar.register' },
    { id: 'ff7d3160-f1fd-11f0-9dd9-c3ebff709d81', name: 'Wait', provider: 'gov-ar.wait.authorization' },
    setState('0dc4bdb0-f1fe-11f0-9dd9-c3ebff709d81', 'registered'),
  ],
  rescue: [setState('f1be4e50-f203-11f0-b1d8-c7bdc0d915b1', 'error')],
};

const label = { action: 'silo.state', config: { state: 'processing' } };
const webhook = {
  id: randomUUID(),
  action: 'webhook',
  config: { url: 'https://receiver.example.com/alta', bearer_token: 'a-token' },
};

onDatabase('workflows as clients of the reference send them', () => {
  let key: string;
  beforeAll(async () => {
    key = await newApiKey(await newWorkspace());
  });
  const create = async (body: object) => {
    const answer = await callRoute(workflows.createWorkflow, key, { method: 'POST', body });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const put = (id: string, body: object) =>
    callRoute(workflows.putWorkflow, key, { method: 'PUT', params: { id }, body });
  const patch = (id: string, body: object) =>
    callRoute(workflows.changeWorkflow, key, { method: 'PATCH', params: { id }, body });

  test.each([
    ['invoices', invoiceWorkflow, ['date_format', 'layout', 'logo_height']],
    ['suppliers', supplierWorkflow, []],
  ])(
    'for %s are created unchanged, with a warning for each setting that has no effect',
    async (_what, workflow, unused) => {
      const made = await create(workflow);
      const withAction = workflow.steps.map((step) => ({ ...step, action: step.provider }));
      expect(made.steps.map(({ id: _, ...step }: { id: string }) => step)).toEqual(
        withAction.map(({ id: _, ...step }) => step),
      );
      expect(made.rescue).toHaveLength(1);
      const warned = (made.warnings ?? []).map(({ code, paths }: { code: string; paths: string[] }) => [
        code,
        ...paths,
      ]);
      expect(warned).toEqual(unused.map((name) => ['without-effect', `$.steps[2].config.${name}`]));
    },
  );

  test('with unknown settings or settings of the wrong shape are refused by name', async () => {
    const steps = [{ action: 'gov-ar.send' }, { action: 'pdf', config: { colour: 'red', layout: { a: 1 } } }];
    const answer = await callRoute(workflows.createWorkflow, key, {
      method: 'POST',
      body: { name: 'Paper', schema: 'bill/invoice', steps },
    });
    expect(answer.status).toBe(422);
    const paths = answer.body.faults.flatMap((fault: { paths: string[] }) => fault.paths);
    expect(new Set(paths)).toEqual(new Set(['$.steps[1].config.colour', '$.steps[1].config.layout']));
  });

  test('have the settings without effect apart from the others in the list of providers', async () => {
    const { body } = await callRoute(workflows.listProviders, key);
    const pdf = body.list.find(({ id }: { id: string }) => id === 'pdf');
    expect(Object.keys(pdf.config.properties)).toEqual(['locale']);
    expect(pdf.unused).toContain('date_format');
  });

  test('get ids, names and an empty rescue where the client sends none', async () => {
    const empty = { id: '', name: '', notes: '', summary: '', config: null, next: null };
    const made = await create({
      name: 'Empty',
      draft: false,
      steps: [
        { ...empty, ...label, next: [] },
        { ...empty, action: 'gov-ar.register' },
      ],
      rescue: null,
    });
    expect(made).toMatchObject({
      draft: false,
      steps: [
        { name: 'Set state', action: 'silo.state', provider: 'silo.state' },
        { action: 'gov-ar.register', provider: 'gov-ar.register' },
      ],
      rescue: [],
    });
    expect(made.steps[0].id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keep their steps on PATCH with null steps, and lose their rescue with a null rescue', async () => {
    const { id } = await create({ name: 'Label', steps: [label], rescue: [label] });
    const renamed = await patch(id, { name: 'Renamed', steps: null });
    expect(renamed.body).toMatchObject({ name: 'Renamed', steps: [label], rescue: [label], version: '2' });
    expect((await patch(id, { rescue: null })).body).toMatchObject({ steps: [label], rescue: [] });
  });

  test('do not change when they are sent back as fetched, by PATCH or PUT', async () => {
    const { id } = await create({ name: 'Tell', steps: [webhook, label], rescue: [label] });
    const fetched = (await patch(id, { description: 'Twice' })).body;
    expect(fetched).toMatchObject({ version: '2', steps: [{ config: { bearer_token: '********' } }, {}] });
    for (const answer of [await patch(id, fetched), await put(id, fetched)]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(fetched);
    }
    expect((await callRoute(workflows.fetchWorkflow, key, { params: { id } })).body).toEqual(fetched);
  });

  test('are copied under another id, for which their secrets must be given', async () => {
    const fetched = await create({ name: 'Label', steps: [label] });
    const id = randomUUID();
    const copy = await put(id, { ...fetched, id, disabled: true });
    expect(copy.body).toMatchObject({ id, name: 'Label', version: '1', disabled: true, steps: [label] });
    const secret = await create({ name: 'Tell', steps: [webhook] });
    const other = randomUUID();
    const refused = await put(other, { ...secret, id: other });
    expect(refused.status).toBe(422);
    expect(refused.body.faults[0].paths).toEqual(['$.steps[0].config.bearer_token']);
  });

  test.each<[string, object, string]>([
    ['a draft', { draft: true }, 'draft'],
    ['another kind of document', { schema: 'bill/invoice' }, 'schema'],
    ['another country', { country: 'ES' }, 'country'],
    ['another id', { id: randomUUID() }, 'id'],
    ['branches', { steps: [{ ...label, next: [{ status: 'KO', stop: true }] }] }, 'steps[0].next'],
    ['two kinds of step in one', { steps: [{ ...label, provider: 'webhook' }] }, 'steps[0].action'],
    ['an unknown member', { colour: 'red' }, 'colour'],
  ])('%s is refused by name', async (_what, change, path) => {
    const { id } = await create({ name: 'Label', steps: [label] });
    const answer = await patch(id, change);
    expect(answer.status).toBe(422);
    const [list = '', member] = path.split('.');
    expect(Object.keys(answer.body.fields)).toEqual([list]);
    if (member) expect(Object.keys(answer.body.fields[list])).toEqual([member]);
    expect((await callRoute(workflows.fetchWorkflow, key, { params: { id } })).body.version).toBe('1');
  });

  test('take no id of the client’s on POST', async () => {
    const answer = await callRoute(workflows.createWorkflow, key, {
      method: 'POST',
      body: { id: randomUUID(), name: 'Label', steps: [label] },
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: { id: expect.stringContaining('PUT') } } });
  });
});
