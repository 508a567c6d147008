import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Only signs and sends messages; prints the number per second. */
const { RECEIVER = '', COUNT = '', CONCURRENCY = '', BODY = '' } = process.env;
const secret = `whsec_${randomBytes(32).toString('base64')}`;

await sendAll(200);
const startedAt = performance.now();
await sendAll(Number(COUNT));
console.log((1_000 * Number(COUNT)) / (performance.now() - startedAt));

async function sendAll(count: number): Promise<void> {
  let left = count;
  const sendInTurn = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, sendInTurn));
}

async function send(): Promise<void> {
  const id = randomUUID();
  const now = new Date();
  const { status, body } = await fetch(RECEIVER, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, now, BODY),
    },
    body: BODY,
  });
  await body?.cancel();
  if (status !== 204) throw new Error(`The receiver answered ${status}.`);
}
