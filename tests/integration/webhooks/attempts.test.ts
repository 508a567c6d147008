import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { fetchEntry } from '#lib/silo/entries.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { allowReceivers } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, newDelivery, newReceiver, secondsBetween } from './scene.ts';

allowReceivers();

onDatabase('a message to a receiver', () => {
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
    const message = 'The receiver answered 503. Failed after 10 attempts';
    expect(await sent.read()).toMatchObject({ status: 'KO', faults: [{ ...fault, message }] });
    const params = { why: 'given-up', answer: 'answered', status: 503, attempts: 10 };
    expect((await fetchEntry(sent.ctx, sent.entry)).faults).toEqual([{ ...fault, params }]);
    await sent.attempt(after(now, 48 * hour));
    expect(receiver.requests).toHaveLength(10);
    expect((await sent.log()).map(({ index, status }) => [index, status])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index, 503]),
    );
  });

  test('signed by a clock that is ahead is refused by its receiver, and is sent as soon as the clock is right', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    const sent = await newDelivery(receiver.url, { ctx });
    const verify = (index: number) => {
      const { body, headers } = receiver.requests[index] ?? { body: '', headers: {} };
      return new Webhook(secret).verify(body, headers as Record<string, string>);
    };
    receiver.answer({ status: 400 });
    const now = new Date();
    await sent.attempt(after(now, 13 * 3_600));
    expect(() => verify(0)).toThrow('timestamp');
    expect(secondsBetween(now, (await sent.row()).nextAttemptAt)).toBeGreaterThan(13 * 3_600);
    await sent.attempt(after(now, 6));
    expect(verify(1)).toMatchObject({ id: expect.any(String) });
    // From then on the schedule counts again.
    await sent.attempt(after(now, 7));
    expect(receiver.requests).toHaveLength(2);
    receiver.answer({ status: 200 });
    await sent.attempt((await sent.row()).nextAttemptAt ?? now);
    expect((await sent.row()).status).toBe('delivered');
  });

  test.each([
    ['seconds', () => '7200'],
    ['a date', (now: Date) => after(now, 7_201).toUTCString()],
  ])('waits for the time in Retry-After, given as %s', async (_what, header) => {
    const receiver = await newReceiver();
    const now = new Date();
    receiver.answer({ status: 429, headers: { 'retry-after': header(now) } });
    const sent = await newDelivery(receiver.url);
    await sent.attempt(now);
    const wait = secondsBetween(now, (await sent.row()).nextAttemptAt);
    expect(wait).toBeGreaterThanOrEqual(7_200);
    expect(wait).toBeLessThanOrEqual(7_202);
  });

  test('waits for the receiver’s `retry_in` 32 times, and then by the schedule', async () => {
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

  test('is given up at once on 410, and its job with it', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 410 });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect(await sent.row()).toMatchObject({ status: 'dead', attempts: 1 });
    expect(await sent.read()).toMatchObject({ status: 'KO', faults: [{ code: 'not-delivered' }] });
  });

  test.each([200, 201, 204])('is delivered by the answer %i', async (status) => {
    const receiver = await newReceiver();
    receiver.answer({ status });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect(await sent.row()).toMatchObject({ status: 'delivered', nextAttemptAt: null });
    expect((await sent.read()).status).toBe('OK');
  });

  test.each([301, 302, 307, 308])(
    'is not delivered by the answer %i, and the redirect is not followed',
    async (status) => {
      const elsewhere = await newReceiver();
      const receiver = await newReceiver();
      receiver.answer({ status, headers: { location: elsewhere.url } });
      const sent = await newDelivery(receiver.url);
      await sent.attempt();
      expect(await sent.row()).toMatchObject({ status: 'pending', attempts: 1 });
      expect(elsewhere.requests).toEqual([]);
    },
  );

  test.each([
    ['does not answer', 'hang', 'timeout'],
    ['breaks off', 'reset', 'reset'],
  ] as const)('is retried when its receiver %s', async (_what, answer, failure) => {
    const receiver = await newReceiver();
    receiver.answer(answer);
    const sent = await newDelivery(receiver.url);
    if (answer === 'hang') onTestFinished(setEnvironment({ WEBHOOK_TIMEOUT_SECONDS: '1' }));
    await sent.attempt();
    await wakeJobs(sent.delivery);
    expect(await sent.row()).toMatchObject({ status: 'pending', attempts: 1 });
    expect(await sent.log()).toMatchObject([{ failure, status: null, responseBody: null }]);
    const { status, waiting } = await sent.read();
    expect(status).toBe('ERR');
    expect(waiting?.message).toMatch(/^Attempt 1: The receiver /);
  });

  test('is retried when its receiver no longer listens', async () => {
    const receiver = await newReceiver();
    const sent = await newDelivery(receiver.url);
    await receiver.stop();
    await sent.attempt();
    expect(await sent.log()).toMatchObject([{ failure: 'refused' }]);
    expect((await sent.row()).status).toBe('pending');
  });

  test('keeps the receiver’s answers sealed, and shows them', async () => {
    const receiver = await newReceiver();
    const canary = `canary${randomUUID()}`;
    receiver.answer({ status: 500, body: `at ${canary}` }, { status: 200, body: '' });
    const sent = await newDelivery(receiver.url);
    await sent.attempt();
    await sent.attempt((await sent.row()).nextAttemptAt ?? undefined);
    const answers = async () => (await sent.log()).map(({ responseBody }) => responseBody);
    expect(await answers()).toEqual([`at ${canary}`, '']);
    expect(await textOfDatabase()).not.toContain(canary);
  });

  test('keeps the status, the duration and the first 200 characters of each answer', async () => {
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
    expect(log[0]?.responseBody).toBe('a'.repeat(200));
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

  test('records an attempt although the answer has characters that no database takes', async () => {
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
