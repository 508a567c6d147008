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
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');
const escaped = (text: string) =>
  text.replace(/\P{Cn}/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

const echoes: [string, (request: Received) => string][] = [
  [
    'as they came',
    ({ headers }) => `authorization: ${headers.authorization}\nx-canary: ${headers['x-canary']}`,
  ],
  ['in JSON', json],
  ['in JSON within JSON', (request) => JSON.stringify({ body: json(request) })],
  ['in JSON whose slashes are escaped', (request) => json(request).replaceAll('/', '\\/')],
  ['in JSON that may stand in a page', (request) => json(request).replace(/[<>&'+/]/g, escaped)],
  ['in a page', (request) => `<pre>${html(json(request))}</pre>`],
  ['in an address', ({ headers }) => new URLSearchParams(headers as Record<string, string>).toString()],
  ['the token alone', ({ headers }) => `Unknown token ${headers.authorization?.replace('Bearer ', '')}!`],
  ['in what is shown of an answer', (request) => JSON.stringify({ message: `No: ${json(request)}` })],
  [
    'in what is shown, all escaped',
    ({ headers }) => `{"message":"${escaped(`${headers.authorization} ${headers['x-canary']}`)}"}`,
  ],
];

onDatabase('a receiver that says again what it was sent', () => {
  test.each(echoes)('%s: the secrets are kept nowhere', async (_how, body) => {
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
    expect(attempt).toMatchObject({ status: 400, responseBody: expect.stringContaining('[secret]') });
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

  test.each([4, 10, 30])(
    'and is cut off after %i characters of a secret: those are not kept either',
    async (length) => {
      const token = `Zq9${randomUUID()}`;
      const filling = 'x'.repeat(16_384 - length);
      const receiver = await newReceiver();
      receiver.answer({ status: 200, body: `${filling}${token}${filling}` });
      const sent = await newDelivery(receiver.url, { config: { bearer_token: token } });
      await sent.attempt();
      const [attempt] = await sent.log();
      expect(attempt?.responseBody?.slice(-20)).toBe(`${'x'.repeat(12)}[secret]`);
    },
  );

  test('and whose words are cut off in a secret keeps nothing of it', async () => {
    const token = `Zq9${randomUUID()}`;
    const receiver = await newReceiver();
    receiver.answer({ status: 400, body: JSON.stringify({ message: `${'x'.repeat(190)}${token}` }) });
    const sent = await newDelivery(receiver.url, { config: { bearer_token: token } });
    await sent.attempt();
    const said = `${'x'.repeat(190)}[secret]`;
    expect((await sent.row()).lastAnswer).toEqual({ answer: 'said', status: 400, said });
  });

  test('says when to come again all the same, whatever is secret in it', async () => {
    const receiver = await newReceiver();
    receiver.answer({ status: 503, body: '{"retry_in":30,"message":"later"}' });
    const config = { headers: { 'x-version': '30', 'x-status': '503' } };
    const sent = await newDelivery(receiver.url, { config });
    await sent.attempt();
    expect(await sent.row()).toMatchObject({
      postponements: 1,
      lastAnswer: { answer: 'said', status: 503, said: 'later' },
    });
    expect((await sent.log())[0]?.responseBody).toBe('{"retry_in":[secret],"message":"later"}');
  });
});
