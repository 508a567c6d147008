import { expect, test } from 'vitest';
import { fetchEntry } from '#lib/silo/entries.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf, handleOf, newDelivery, newReceiver, verified } from './scene.ts';

allowReceivers();

onDatabase('a message of a webhook step', () => {
  test('has a signature that the official library verifies, byte for byte', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    const args = { note: 'Ñandú «quoted» "\\" 😀 \u2028' };
    const sent = await newDelivery(`${receiver.url}/alta?x=1`, { ctx, job: { key: 'K-1', args } });
    await sent.attempt();
    const [request] = receiver.requests;
    if (!request) throw new Error('nothing arrived');
    expect(request).toMatchObject({ method: 'POST', path: '/alta?x=1' });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(request.body.byteLength),
      'user-agent': expect.stringMatching(/^Alta/),
      'webhook-id': sent.delivery,
    });
    expect(verified(secret, request)).toEqual({
      id: sent.delivery,
      event: 'supplier.created',
      created_at: expect.stringMatching(/Z$/),
      owner_id: ctx.workspace.id,
      siloEntryId: sent.entry,
      silo_entry_id: sent.entry,
      transform_job_id: sent.job,
      key: 'K-1',
      args,
      faults: [],
    });
    expect(request.body.toString()).toBe((await sent.row()).body);
    const changed = Buffer.from(request.body.toString().replace('K-1', 'K-2'));
    expect(() => verified(secret, { ...request, body: changed })).toThrow('No matching signature');
  });

  test('has no event and no key unless they are set', async () => {
    const receiver = await newReceiver();
    const sent = await newDelivery(receiver.url, { config: { event: undefined } });
    await sent.attempt();
    expect(receiver.requests[0]?.json).not.toHaveProperty('event');
    expect(receiver.requests[0]?.json).not.toHaveProperty('key');
    expect(receiver.requests[0]?.json).toMatchObject({ args: {}, faults: [] });
  });

  test('has the earlier faults in a rescue, and adds its own failure', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 });
    const rescue = [
      { provider: 'webhook', config: { url: receiver.url, event: 'failed', wait: 'delivered' } },
    ];
    const sent = await newDelivery(receiver.url, { rescue });
    await sent.attempt();
    await wakeJobs(sent.delivery);
    const second = (await deliveriesOf(sent.ctx, { job: sent.job }))[1];
    await handleOf(sent.ctx, second?.id ?? '').attempt();
    await wakeJobs(second?.id ?? '');
    expect(receiver.requests[1]?.json).toMatchObject({
      event: 'failed',
      transform_job_id: sent.job,
      faults: [{ provider: 'webhook', code: 'not-delivered' }],
    });
    expect(await sent.read()).toMatchObject({
      status: 'KO',
      faults: [{ code: 'not-delivered' }, { code: 'not-delivered' }],
    });
  });

  // Cause: a receiver that was down held a supplier at `processing` whose registration was done, for 75 hours.
  test('that is not delivered at once lets the job go on, and is retried by itself', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 503 }, { status: 200 });
    const sent = await newDelivery(receiver.url, { config: { wait: undefined } });
    expect(await sent.read()).toMatchObject({ status: 'QUEUED', waiting: { ref: sent.delivery } });
    await sent.attempt();
    await wakeJobs(sent.delivery);
    const done = await sent.read();
    expect(done).toMatchObject({ status: 'OK', faults: [] });
    expect(done.intents[1]?.events.at(-1)).toMatchObject({
      status: 'OK',
      code: 'not-delivered-yet',
      message: expect.stringContaining('503'),
    });
    expect((await fetchEntry(sent.ctx, sent.entry)).state).toBe('registered');
    const { status, nextAttemptAt } = await sent.row();
    expect(status).toBe('pending');
    await sent.attempt(nextAttemptAt ?? undefined);
    expect(await sent.row()).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(await sent.read()).toMatchObject({ status: 'OK', faults: [] });
  });

  test.each([{ status: 410 }, { status: 200 }])(
    'answered at once with %o is settled, and the job goes on',
    async (answer) => {
      const receiver = await newReceiver();
      receiver.answer(answer);
      const sent = await newDelivery(receiver.url, { config: { wait: undefined } });
      await sent.attempt();
      await wakeJobs(sent.delivery);
      expect(await sent.read()).toMatchObject({ status: 'OK', faults: [] });
      expect((await sent.row()).status).toBe(answer.status === 200 ? 'delivered' : 'dead');
    },
  );

  test('that fails keeps the job waiting with the reason, until it is delivered', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500, body: '{"message": "No room"}' }, { status: 200 });
    const sent = await newDelivery(receiver.url);
    expect(await sent.read()).toMatchObject({
      status: 'QUEUED',
      waiting: { provider: 'webhook', ref: sent.delivery },
    });
    await sent.attempt();
    await wakeJobs(sent.delivery);
    const { nextAttemptAt } = await sent.row();
    const waiting = await sent.read();
    expect(waiting).toMatchObject({
      status: 'ERR',
      next_attempt_at: nextAttemptAt?.toISOString(),
      waiting: {
        code: 'not-delivered',
        message: 'Attempt 1: The receiver answered 500: No room',
        next_attempt_at: nextAttemptAt?.toISOString(),
      },
    });
    expect(waiting.completed_at).toBeUndefined();
    await sent.attempt(nextAttemptAt ?? undefined);
    await wakeJobs(sent.delivery);
    const done = await sent.read();
    expect(done).toMatchObject({ status: 'OK', faults: [] });
    expect(done).not.toHaveProperty('waiting');
    expect(done.intents[1]?.events.map(({ status }) => status)).toEqual(['RUN', 'QUEUED', 'ERR', 'OK']);
    expect((await fetchEntry(sent.ctx, sent.entry)).state).toBe('registered');
    const ids = receiver.requests.map(({ headers, json }) => [headers['webhook-id'], json.id]);
    expect(ids).toEqual([
      [sent.delivery, sent.delivery],
      [sent.delivery, sent.delivery],
    ]);
    expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body);
  });
});
