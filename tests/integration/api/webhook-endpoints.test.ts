import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { base, hooks, isStatus, seed, withReceiver } from './webhook-scene.ts';

onServer('the webhooks API', { seed }, (server) => {
  const { call, tell, receiver } = withReceiver(server);

  describe('endpoints', () => {
    test('are made, listed, fetched, changed and removed', async () => {
      const made = await call('POST', `${hooks}/endpoints`, {
        url: 'https://receiver.example.com/alta',
        description: ' The ERP ',
        events: ['registration.completed', '*'],
      });
      expect(made).toMatchObject({
        status: 201,
        body: {
          url: 'https://receiver.example.com/alta',
          description: 'The ERP',
          events: ['registration.completed', '*'],
          disabled: false,
        },
      });
      const path = `${hooks}/endpoints/${made.body.id}`;
      expect((await call('GET', path)).body).toEqual(made.body);
      expect((await call('GET', `${hooks}/endpoints?limit=1`)).body.list).toEqual([made.body]);
      const disabled = await call('PATCH', path, { disabled: true });
      expect(disabled.body).toMatchObject({
        disabled: true,
        disabled_reason: 'operator',
        disabled_at: expect.any(String),
        description: 'The ERP',
        events: made.body.events,
      });
      const changed = await call('PATCH', path, { disabled: false, events: ['job.failed'] });
      expect(changed.body).toMatchObject({ disabled: false, events: ['job.failed'] });
      expect(changed.body).not.toHaveProperty('disabled_reason');
      const removed = await call('DELETE', path);
      expect([removed.status, removed.body]).toEqual([204, '']);
      expect((await call('GET', path)).status).toBe(404);
      expect((await call('DELETE', path)).status).toBe(404);
    });

    test.each<[string, object, string]>([
      ['no address', { url: undefined }, 'url'],
      ['an address that is none', { url: 'receiver' }, 'url'],
      ['an address without encryption', { url: 'http://receiver.example.com' }, 'url'],
      ['an address of the network inside', { url: 'https://10.0.0.5/' }, 'url'],
      ['the metadata service', { url: 'https://169.254.169.254/' }, 'url'],
      ['no events', { events: [] }, 'events'],
      ['an event that is none', { events: ['registration.done'] }, 'events[0]'],
      ['a secret of its own', { secret: 'whsec_x' }, 'secret'],
    ])('with %s are refused, as is a change to it', async (_what, change, field) => {
      const body = { url: 'https://receiver.example.com', events: ['job.failed'] };
      const made = await call('POST', `${hooks}/endpoints`, { ...body, ...change });
      expect(made.status).toBe(422);
      expect(Object.keys(made.body.fields)).toEqual([field]);
      const { body: there } = await call('POST', `${hooks}/endpoints`, body);
      const changed = await call('PATCH', `${hooks}/endpoints/${there.id}`, change);
      expect(changed.status).toBe(422);
      expect((await call('GET', `${hooks}/endpoints/${there.id}`)).body).toEqual(there);
      await call('DELETE', `${hooks}/endpoints/${there.id}`);
    });
  });

  // This server allows loopback, where the receivers are.
  const inside =
    `10.1 10.0.0.1. 0300.0250.0.1 0xa9.254.169.254 2852039166 0.0.0.0 169.254.169.254 100.100.100.200 [::]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00::] [fec0::1] [fe80::1] [fd00:ec2::254]
    metadata.google.internal. intranet`.split(/\s+/);

  test('an address inside is refused in each place that takes one, however it is spelled', async () => {
    const outside = 'https://receiver.example.com/';
    const made = await call('POST', `${hooks}/endpoints`, { url: outside, events: ['*'] });
    const step = (url: string) => ({ provider: 'webhook', config: { url } });
    const workflow = await call('POST', `${base}/workflows`, { name: 'Out', steps: [step(outside)] });
    const definition = (list: 'steps' | 'rescue', url: string) => ({
      name: 'In',
      steps: [step(outside)],
      [list]: [step(url)],
    });
    for (const host of inside) {
      const url = `https://${host}/`;
      const answers = await Promise.all([
        call('POST', `${hooks}/endpoints`, { url, events: ['*'] }),
        call('PATCH', `${hooks}/endpoints/${made.body.id}`, { url }),
        call('POST', `${base}/workflows`, definition('steps', url)),
        call('POST', `${base}/workflows`, definition('rescue', url)),
        call('PATCH', `${base}/workflows/${workflow.body.id}`, { steps: [step(url)] }),
      ]);
      expect([host, ...answers.map(({ status }) => status)]).toEqual([host, 422, 422, 422, 422, 422]);
      expect(answers.map(({ body }) => body.faults?.[0]?.code)).toEqual(Array(5).fill('address-refused'));
    }
    await call('DELETE', `${hooks}/endpoints/${made.body.id}`);
  });

  describe('secrets', () => {
    test('are shown once, when they are made', async () => {
      const made = await call('POST', `${hooks}/secrets`, { overlap_hours: 1 });
      expect(made).toMatchObject({ status: 201, body: { current: true } });
      expect(made.body.secret).toMatch(/^whsec_.{40,}/);
      const next = await call('POST', `${hooks}/secrets/rotate`);
      const added = await call('POST', `${hooks}/secrets`, {});
      const { body: listed } = await call('GET', `${hooks}/secrets`);
      expect(listed.list.slice(0, 3)).toMatchObject([
        { id: added.body.id, current: true },
        { id: next.body.id, current: true },
        { id: made.body.id, current: false, expires_at: expect.any(String) },
      ]);
      for (const secret of [made.body.secret, next.body.secret, added.body.secret]) {
        expect(JSON.stringify(listed)).not.toContain(secret);
      }
      expect((await call('DELETE', `${hooks}/secrets/${made.body.id}`)).status).toBe(204);
      expect((await call('DELETE', `${hooks}/secrets/${made.body.id}`)).status).toBe(404);
      expect((await call('DELETE', `${hooks}/secrets/${next.body.id}`)).status).toBe(204);
      const last = await call('DELETE', `${hooks}/secrets/${added.body.id}`);
      expect(last).toMatchObject({ status: 409, body: { code: 'last-secret' } });
    });

    test.each([[-1], [169], [1.5], ['24'], [null]])(
      'with an overlap of %j are refused',
      async (overlap_hours) => {
        for (const path of ['secrets', 'secrets/rotate']) {
          const answer = await call('POST', `${hooks}/${path}`, { overlap_hours });
          expect(answer).toMatchObject({
            status: 422,
            body: { fields: { overlap_hours: expect.any(String) } },
          });
        }
      },
    );
  });

  test('its resources are out of reach of another workspace and of a client without a key', async () => {
    const stranger = apiClient(server().alta.origin, server().seeded.stranger);
    const { job, delivery } = await tell(isStatus('OK'));
    const { body: endpoint } = await call('POST', `${hooks}/endpoints`, {
      url: receiver().url,
      events: ['job.failed'],
    });
    const { body: before } = await call('POST', `${hooks}/secrets`, {});
    await call('POST', `${hooks}/secrets`, {});
    const routes: [string, string, object?][] = [
      ['GET', `${hooks}/endpoints/${endpoint.id}`],
      ['PATCH', `${hooks}/endpoints/${endpoint.id}`, { disabled: true }],
      ['DELETE', `${hooks}/endpoints/${endpoint.id}`],
      ['GET', `${hooks}/deliveries/${delivery}`],
      ['POST', `${hooks}/deliveries/${delivery}/redeliver`],
      ['DELETE', `${hooks}/secrets/${before.id}`],
      ['POST', `${base}/jobs/${job.id}/again`],
    ];
    for (const [method, path, body] of routes) {
      expect([path, (await stranger(method, path, body)).status]).toEqual([path, 404]);
      const missing = path.replace(/[0-9a-f-]{36}/, randomUUID());
      expect([path, (await call(method, missing, body)).status]).toEqual([path, 404]);
      const garbled = path.replace(/[0-9a-f-]{36}/, 'x');
      expect([path, (await call(method, garbled, body)).status]).toEqual([path, 422]);
    }
    const lists = ['endpoints', 'deliveries', 'secrets'].map((name) => `${hooks}/${name}`);
    for (const path of lists) expect((await stranger('GET', path)).body.list).toEqual([]);
    const span = await stranger('POST', `${hooks}/deliveries/redeliver`, { since: '2020-01-01T00:00:00Z' });
    expect(span).toMatchObject({ status: 202, body: { redelivered: 0 } });
    const nobody = apiClient(server().alta.origin);
    for (const [method, path, body] of [
      ...routes,
      ...lists.map((path) => ['GET', path] as [string, string]),
    ]) {
      expect([path, (await nobody(method, path, body)).status]).toEqual([path, 401]);
    }
    expect((await call('GET', `${hooks}/endpoints/${endpoint.id}`)).body).toEqual(endpoint);
    expect(receiver().requests).toHaveLength(1);
    await call('DELETE', `${hooks}/endpoints/${endpoint.id}`);
  });
});
