import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { wholeDelivery } from '#app/api/transform/v1/_wire/delivery.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers, type Received } from '#tests/support/receiver.ts';
import { newDelivery, newReceiver } from './scene.ts';

allowReceivers();

const json = ({ headers }: Received) => JSON.stringify(headers);
const echoes: [string, (request: Received) => string][] = [
  [
    'as they came',
    ({ headers }) => `authorization: ${headers.authorization}\nx-canary: ${headers['x-canary']}`,
  ],
  ['in JSON', json],
  ['in what is shown of an answer', (request) => JSON.stringify({ message: `No: ${json(request)}` })],
];

onDatabase('a receiver that repeats the message in its answer', () => {
  test.each(echoes)('%s: the secrets are stored nowhere', async (_how, body) => {
    const receiver = await newReceiver();
    receiver.answer((request) => ({ status: 400, body: body(request) }), { status: 410 });
    const canaries = [`canary${randomUUID()}`, `canary${randomUUID()}`];
    const config = {
      bearer_token: `<&'"\\/+=%${canaries[0]}`,
      headers: { 'x-canary': `"quoted" \\ & 'so' <on>: ${canaries[1]}`, 'x-version': '7' },
    };
    const sent = await newDelivery(receiver.url, { config });
    await sent.attempt();
    await wakeJobs(sent.delivery);
    const [attempt] = await sent.log();
    expect(attempt).toMatchObject({ status: 400, responseBody: null });
    expect((await sent.row()).lastAnswer).toEqual({ answer: 'answered', status: 400 });
    await sent.attempt((await sent.row()).nextAttemptAt ?? undefined);
    await wakeJobs(sent.delivery);
    const kept = JSON.stringify([await sent.read(), await wholeDelivery(sent.ctx, await sent.row())]);
    const stored = await textOfDatabase();
    expect(stored).toContain(sent.delivery);
    for (const canary of canaries) {
      expect(kept).not.toContain(canary);
      expect(stored).not.toContain(canary);
    }
  });

  test('still sets the time of the next attempt, whatever the secrets are', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 503, body: '{"retry_in":30,"message":"later"}' });
    const config = { headers: { 'x-version': '30', 'x-status': '503' } };
    const sent = await newDelivery(receiver.url, { config });
    await sent.attempt();
    expect(await sent.row()).toMatchObject({
      postponements: 1,
      lastAnswer: { answer: 'answered', status: 503 },
    });
    expect((await sent.log())[0]?.responseBody).toBeNull();
  });
});
