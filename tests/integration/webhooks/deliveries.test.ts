import { expect, test } from 'vitest';
import { fetchEntry } from '#lib/silo/entries.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { withDatabaseAndQueue } from '#tests/support/queue.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import {
  after,
  deliveriesOf,
  handleOf,
  newDelivery,
  newReceiver,
  secondsBetween,
  verified,
} from './scene.ts';

allowReceivers({ timeoutSeconds: 1 });

onEachDatabase('a message of a webhook step', (kind) => {
  withDatabaseAndQueue(kind);

  test('is signed as the official library verifies it, byte for byte', async () => {
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

  test('without an event and a key has neither', async () => {
    const receiver = await newReceiver();
    const sent = await newDelivery(receiver.url, { config: { event: undefined } });
    await sent.attempt();
    expect(receiver.requests[0]?.json).not.toHaveProperty('event');
    expect(receiver.requests[0]?.json).not.toHaveProperty('key');
    expect(receiver.requests[0]?.json).toMatchObject({ args: {}, faults: [] });
  });

  test('in a rescue has the faults that led there, and its own failure is one more', async () => {
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
  test('that is not taken at once decides nothing: the job goes on, and it is tried again by itself', async () => {
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
    'whose receiver answers %o at once is done with, and the job goes on',
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

  test('that fails leaves the job waiting with the reason, and goes on when it is taken', async () => {
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

  test('is tried ten times within some 75 hours, then the job fails and its rescue runs', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 503 });
    const sent = await newDelivery(receiver.url);
    const minute = 60;
    const hour = 60 * minute;
    let now = new Date();
    const waits = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
    for (const [index, seconds] of waits.entries()) {
      await sent.attempt(now);
      const { status, nextAttemptAt } = await sent.row();
      expect(status).toBe('pending');
      expect(secondsBetween(now, nextAttemptAt)).toBeGreaterThanOrEqual(seconds);
      expect(secondsBetween(now, nextAttemptAt)).toBeLessThanOrEqual(seconds * 1.1);
      await sent.attempt(after(now, seconds - 1));
      expect(receiver.requests).toHaveLength(index + 1);
      now = nextAttemptAt ?? now;
      await advanceJob(sent.job, () => now);
      expect((await sent.read()).status).toBe('ERR');
    }
    await sent.attempt(now);
    expect(await sent.row()).toMatchObject({
      status: 'dead',
      attempts: 10,
      nextAttemptAt: null,
      completedAt: now,
    });
    await wakeJobs(sent.delivery);
    const fault = { provider: 'webhook', code: 'not-delivered' };
    const message = 'The receiver answered 503. Given up after 10 attempts';
    expect(await sent.read()).toMatchObject({ status: 'KO', faults: [{ ...fault, message }] });
    const params = { why: 'given-up', answer: 'answered', status: 503, attempts: 10 };
    expect((await fetchEntry(sent.ctx, sent.entry)).faults).toEqual([{ ...fault, params }]);
    await sent.attempt(after(now, 48 * hour));
    expect(receiver.requests).toHaveLength(10);
    expect((await sent.log()).map(({ index, status }) => [index, status])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index, 503]),
    );
  });

  test.each([
    ['seconds', () => '7200'],
    ['a date', (now: Date) => after(now, 7_201).toUTCString()],
  ])('waits as long as Retry-After says in %s', async (_what, header) => {
    const receiver = await newReceiver();
    const now = new Date();
    receiver.answer({ status: 429, headers: { 'retry-after': header(now) } });
    const sent = await newDelivery(receiver.url);
    await sent.attempt(now);
    const wait = secondsBetween(now, (await sent.row()).nextAttemptAt);
    expect(wait).toBeGreaterThanOrEqual(7_200);
    expect(wait).toBeLessThanOrEqual(7_202);
  });

  test('waits as long as the receiver’s `retry_in` says, 32 times, and then by the schedule', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500, body: '{"code": "later", "retry_in": 60}' });
    const sent = await newDelivery(receiver.url);
    let now = new Date();
    for (let times = 1; times <= 32; times += 1) {
      await sent.attempt(now);
      const { nextAttemptAt, ...row } = await sent.row();
      expect(row).toMatchObject({ postponements: times, scheduledAttempts: 0 });
      expect(secondsBetween(now, nextAttemptAt)).toBe(60);
      now = nextAttemptAt ?? now;
    }
    await sent.attempt(now);
    const row = await sent.row();
    expect(row).toMatchObject({ attempts: 33, postponements: 32, scheduledAttempts: 1 });
    expect(secondsBetween(now, row.nextAttemptAt)).toBeLessThan(6);
  });

  test('that nobody wants any more (410) is given up at once, and the job with it', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect(await sent.row()).toMatchObject({ status: 'dead', attempts: 1 });
    expect(await sent.read()).toMatchObject({ status: 'KO', faults: [{ code: 'not-delivered' }] });
  });

  test.each([200, 201, 204])('is taken with %i', async (status) => {
    const receiver = await newReceiver();
    receiver.answer({ status });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect(await sent.row()).toMatchObject({ status: 'delivered', nextAttemptAt: null });
    expect((await sent.read()).status).toBe('OK');
  });

  test.each([301, 302, 307, 308])('is not taken with %i, which is not followed', async (status) => {
    const elsewhere = await newReceiver();
    const receiver = await newReceiver();
    receiver.answer({ status, headers: { location: elsewhere.url } });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    expect(await sent.row()).toMatchObject({ status: 'pending', attempts: 1 });
    expect(elsewhere.requests).toEqual([]);
  });

  test.each([
    ['does not answer', 'hang', 'timeout'],
    ['breaks off', 'reset', 'reset'],
  ] as const)('whose receiver %s is tried again', async (_what, answer, failure) => {
    const receiver = await newReceiver();
    receiver.answer(answer);
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect(await sent.row()).toMatchObject({ status: 'pending', attempts: 1 });
    expect(await sent.log()).toMatchObject([{ failure, status: null, responseBody: null }]);
    const { status, waiting } = await sent.read();
    expect(status).toBe('ERR');
    expect(waiting?.message).toMatch(/^Attempt 1: The receiver /);
  });

  test('whose receiver is not there any more is tried again', async () => {
    const receiver = await newReceiver();
    const sent = await newDelivery(receiver.url);
    await receiver.stop();
    await sent.attempt();
    expect(await sent.log()).toMatchObject([{ failure: 'refused' }]);
    expect((await sent.row()).status).toBe('pending');
  });

  test('keeps of each answer the status, the duration and the first 16 KiB', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 500, body: 'a'.repeat(100_000) }, { status: 200, body: 'thanks\0' });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await sent.attempt((await sent.row()).nextAttemptAt ?? undefined);
    const log = await sent.log();
    expect(log.map(({ index, status }) => [index, status])).toEqual([
      [0, 500],
      [1, 200],
    ]);
    expect(log[0]?.responseBody).toBe('a'.repeat(16 * 1_024));
    expect(log[1]?.responseBody).toBe('thanks\ufffd');
    expect(log[0]?.durationMs).toBeGreaterThanOrEqual(0);
    expect(log[0]?.requestHeaders).toEqual({
      'content-type': 'application/json',
      'user-agent': receiver.requests[0]?.headers['user-agent'],
      'webhook-id': sent.delivery,
      'webhook-timestamp': receiver.requests[0]?.headers['webhook-timestamp'],
      'webhook-signature': receiver.requests[0]?.headers['webhook-signature'],
    });
  });

  test('that is answered with what no database takes is recorded all the same', async () => {
    const receiver = await newReceiver();
    // Cause: JSON spells characters that no text column takes; the attempt was made again for ever.
    receiver.answer({ status: 500, body: String.raw`{"message": "a\u0000b\ud800"}` });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect((await sent.row()).lastAnswer).toEqual({ answer: 'said', status: 500, said: 'a b\ufffd' });
    expect((await sent.read()).waiting?.message).toContain('a b');
  });
});
