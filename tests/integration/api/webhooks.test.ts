import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { documentedReceivers } from '#tests/support/documented-receivers.ts';
import type { Receiver } from '#tests/support/receiver.ts';
import { base, hooks, isStatus, seed, withReceiver } from './webhook-scene.ts';

onServer('webhooks', { seed }, (server) => {
  const { call, tell, receiver: current } = withReceiver(server);
  let receiver: Receiver;
  beforeEach(() => {
    receiver = current();
  });

  describe('a webhook step', () => {
    test('reaches a receiver, and the receiver verifies it and fetches the entry by its id', async () => {
      const { body: rotated } = await call('POST', `${hooks}/secrets`, {});
      const { entry, delivery } = await tell(isStatus('OK'));
      const [request] = receiver.requests;
      if (!request) throw new Error('nothing arrived');
      const message = new Webhook(rotated.secret).verify(
        request.body,
        request.headers as Record<string, string>,
      );
      expect(message).toMatchObject({ id: delivery, siloEntryId: entry, silo_entry_id: entry });
      // And by what docs/webhooks.md tells integrators to do, in each language that this machine has.
      for (const { language, verify } of documentedReceivers.filter(({ isThere }) => isThere)) {
        const given = { secret: rotated.secret, headers: request.headers, body: request.body.toString() };
        expect([language, verify(given)]).toEqual([language, delivery]);
      }
      const fetched = await call('GET', `/silo/v1/entries/${request.json.siloEntryId}`);
      expect(fetched.body).toMatchObject({ id: entry, state: 'completed' });
    });

    test('is retried when the receiver asks, and the job ends', async () => {
      const { job, delivery } = await tell(isStatus('OK', 'KO'), {
        answers: [{ status: 503, body: '{"retry_in": 1, "message": "Not yet"}' }, { status: 204 }],
      });
      expect(job).toMatchObject({ status: 'OK', faults: [] });
      expect(job.intents[0].events.map(({ status }: { status: string }) => status)).toEqual([
        'RUN',
        'QUEUED',
        'ERR',
        'OK',
      ]);
      const { body: whole } = await call('GET', `${hooks}/deliveries/${delivery}`);
      expect(whole).toMatchObject({ status: 'delivered', attempts: 2, event: 'supplier.created' });
      expect(whole.log.map(({ status }: { status: number }) => status)).toEqual([503, 204]);
      expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([delivery, delivery]);
    });

    test('shows in the job the reason and the time of its wait, and continues after a manual redelivery', async () => {
      const { job, jobWhen, delivery } = await tell(isStatus('ERR'), {
        answers: [
          { status: 503, headers: { 'retry-after': '3600' }, body: '{"message": "Maintenance"}' },
          { status: 200 },
        ],
      });
      expect(job.waiting).toEqual({
        intent_id: job.intents[0].id,
        name: 'Send webhook',
        provider: 'webhook',
        since: expect.stringMatching(/Z$/),
        code: 'not-delivered',
        message: 'Attempt 1: The receiver answered 503: Maintenance',
        ref: delivery,
        next_attempt_at: job.next_attempt_at,
      });
      expect(job.next_attempt_at > new Date(Date.now() + 3_000_000).toISOString()).toBe(true);
      const sent = await call('POST', `${hooks}/deliveries/${delivery}/redeliver`);
      expect(sent).toMatchObject({ status: 202, body: { id: delivery } });
      const done = await jobWhen(isStatus('OK', 'KO'));
      expect(done.status).toBe('OK');
      expect(done).not.toHaveProperty('waiting');
    });

    test('that answers 410 fails the job, runs the rescue and notifies endpoints with job.failed', async () => {
      const { body: endpoint } = await call('POST', `${hooks}/endpoints`, {
        url: `${receiver.url}/failures`,
        events: ['job.failed'],
      });
      receiver.answer({ status: 410 }, { status: 200 });
      const { job, entry } = await tell(isStatus('OK', 'KO'));
      expect(job).toMatchObject({ status: 'KO', faults: [{ provider: 'webhook', code: 'not-delivered' }] });
      await eventually(
        async () => receiver.requests.length,
        (requests) => requests === 2,
      );
      expect(receiver.requests[1]).toMatchObject({
        path: '/failures',
        json: { event: 'job.failed', transform_job_id: job.id, silo_entry_id: entry, faults: job.faults },
      });
      expect((await call('GET', `/silo/v1/entries/${entry}`)).body.state).toBe('error');
      await call('DELETE', `${hooks}/endpoints/${endpoint.id}`);
    });

    test('has secrets that reach the receiver and appear nowhere else', async () => {
      const token = `canary-${randomUUID()}`;
      const header = `canary-${randomUUID()}`;
      const config = { bearer_token: token, headers: { 'x-canary': header } };
      const { body: rotated } = await call('POST', `${hooks}/secrets`, {});
      const { job, path, workflow, delivery } = await tell(isStatus('OK'), { config });
      expect(receiver.requests[0]?.headers).toMatchObject({
        authorization: `Bearer ${token}`,
        'x-canary': header,
      });
      expect(workflow.steps[0].config).toMatchObject({
        bearer_token: '********',
        headers: { 'x-canary': '********' },
      });
      const shown = await Promise.all(
        [path, `${base}/workflows/${workflow.id}`, `${hooks}/deliveries/${delivery}`, `${hooks}/secrets`].map(
          async (each) => (await call('GET', each)).body,
        ),
      );
      expect(shown[2].log[0].request_headers).toMatchObject({
        authorization: '[secret]',
        'x-canary': '[secret]',
      });
      const texts = JSON.stringify([job, workflow, shown]) + server().alta.output();
      for (const secret of [token, header, rotated.secret]) expect(texts).not.toContain(secret);
    });
  });

  describe('deliveries', () => {
    test('are listed newest first, by status, job, entry, event and page', async () => {
      const taken = await tell(isStatus('OK'));
      const refused = await tell(isStatus('KO'), { answers: [{ status: 410 }], config: { event: 'other' } });
      const idsOf = async (query: string) =>
        (await call('GET', `${hooks}/deliveries?${query}`)).body.list.map(({ id }: { id: string }) => id);
      expect((await idsOf('')).slice(0, 2)).toEqual([refused.delivery, taken.delivery]);
      expect(await idsOf(`transform_job_id=${taken.job.id}`)).toEqual([taken.delivery]);
      expect(await idsOf(`silo_entry_id=${refused.entry.toUpperCase()}`)).toEqual([refused.delivery]);
      expect(await idsOf(`silo_entry_id=${refused.entry}&status=delivered`)).toEqual([]);
      expect(await idsOf('event=other&limit=1')).toEqual([refused.delivery]);
      expect(await idsOf('status=dead&limit=1')).toEqual([refused.delivery]);
      expect(await idsOf(`endpoint_id=${randomUUID()}`)).toEqual([]);
      const { body: first } = await call('GET', `${hooks}/deliveries?limit=1`);
      expect(first.list[0]).toMatchObject({ id: refused.delivery, status: 'dead', attempts: 1 });
      expect(first.list[0]).not.toHaveProperty('body');
      expect(await idsOf(`limit=1&cursor=${first.next_cursor}`)).toEqual([taken.delivery]);
    });

    test.each([
      ['status=lost', 'status'],
      ['endpoint_id=7', 'endpoint_id'],
      ['limit=1000', 'limit'],
      ['state=dead', 'state'],
      ['cursor=x', 'cursor'],
    ])('?%s is a fault that names the parameter', async (query, field) => {
      const answer = await call('GET', `${hooks}/deliveries?${query}`);
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
    });

    test('are not redelivered while they are under way', async () => {
      const held = receiver.hold();
      const telling = tell(isStatus('OK'));
      const request = await held.arrived;
      const path = `${hooks}/deliveries/${request.json.id}/redeliver`;
      const refused = await call('POST', path);
      expect(refused).toMatchObject({ status: 409, body: { key: 'conflict', code: 'under-way' } });
      expect(refused.headers.get('retry-after')).toBe('5');
      held.release();
      await telling;
      expect((await call('POST', path)).status).toBe(202);
    });

    test('are redelivered by a span of time after they were given up', async () => {
      const since = new Date().toISOString();
      const { delivery } = await tell(isStatus('KO'), { answers: [{ status: 410 }, { status: 200 }] });
      const until = new Date(Date.now() + 60_000).toISOString();
      const sent = await call('POST', `${hooks}/deliveries/redeliver`, { since, until });
      expect(sent).toMatchObject({ status: 202, body: { redelivered: 1 } });
      await eventually(
        async () => (await call('GET', `${hooks}/deliveries/${delivery}`)).body,
        isStatus('delivered'),
      );
      expect(receiver.requests.map(({ json }) => json.id)).toEqual([delivery, delivery]);
    });

    test.each([
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: '2026-11-21T10:00:00Z', until: '2026-11-21' }, 'until'],
      [{ since: '2026-11-21T10:00:00Z', endpoint_id: 'x' }, 'endpoint_id'],
      [{ since: '2026-11-21T10:00:00Z', status: 'dead' }, 'status'],
    ])('are not redelivered for %j', async (body, field) => {
      const answer = await call('POST', `${hooks}/deliveries/redeliver`, body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    });
  });

  test('a job is run again once it has ended, and not before', async () => {
    const held = receiver.hold();
    const telling = tell(isStatus('OK'));
    const request = await held.arrived;
    const path = `${base}/jobs/${request.json.transform_job_id}/again`;
    expect(await call('POST', path)).toMatchObject({
      status: 409,
      body: { key: 'conflict', code: 'still-running' },
    });
    held.release();
    const { job } = await telling;
    const again = await call('POST', path);
    expect(again).toMatchObject({
      status: 202,
      body: { workflow_id: job.workflow_id, silo_entry_id: job.silo_entry_id },
    });
    expect(again.body.id).not.toBe(job.id);
    await eventually(async () => (await call('GET', `${base}/jobs/${again.body.id}`)).body, isStatus('OK'));
    expect(receiver.requests.map(({ json }) => json.transform_job_id)).toEqual([job.id, again.body.id]);
  });
});
