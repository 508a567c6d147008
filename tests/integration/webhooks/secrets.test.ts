import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deliveryInList, wholeDelivery } from '#app/api/transform/v1/_wire/delivery.ts';
import { workflowInList } from '#app/api/transform/v1/_wire/workflow.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { createEndpoint, EndpointInput, sendTest } from '#lib/webhooks/endpoints.ts';
import {
  addSecret,
  endpointsWithOwnSecret,
  endSecret,
  listSecrets,
  rotateSecret,
} from '#lib/webhooks/secrets.ts';
import { wakeJobs } from '#lib/workflows/advance.ts';
import { fetchWorkflow } from '#lib/workflows/definitions.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { allowReceivers, type Receiver } from '#tests/support/receiver.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { after, handleOf, newDelivery, newReceiver, verified } from './scene.ts';

allowReceivers();

const hour = 3_600;

onDatabase('the signing secret', () => {
  /** Which of the secrets verify a message that is sent at `now`, and how many signatures it has. */
  async function signedAt(receiver: Receiver, ctx: Context, now: Date, secrets: string[]) {
    const sent = await newDelivery(receiver.url, { ctx });
    await sent.attempt(now);
    const request = receiver.requests.at(-1);
    if (!request) throw new Error('nothing arrived');
    const verifies = (secret: string) => {
      try {
        verified(secret, request);
        return true;
      } catch {
        return false;
      }
    };
    const signatures = String(request.headers['webhook-signature']).split(' ');
    for (const signature of signatures) expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    return [signatures.length, ...secrets.map(verifies)];
  }

  test('exists without a request, and signs beside a requested one', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    expect(await signedAt(receiver, ctx, new Date(), [])).toEqual([1]);
    expect(await listSecrets(ctx)).toHaveLength(1);
    const { secret } = await rotateSecret(ctx, { overlapHours: 24 });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await signedAt(receiver, ctx, new Date(), [secret])).toEqual([2, true]);
  });

  test('is one of five at most, and can still be replaced when it has leaked', async () => {
    const ctx = await newWorkspace();
    const rotated = [];
    for (let count = 0; count < 5; count += 1) rotated.push(await rotateSecret(ctx, { overlapHours: 24 }));
    const refused = {
      key: 'conflict',
      code: 'too-many-secrets',
      message: expect.stringContaining('At most 5'),
    };
    await expect(rotateSecret(ctx, { overlapHours: 24 })).rejects.toMatchObject(refused);
    await expect(addSecret(ctx)).rejects.toMatchObject(refused);
    await endSecret(ctx, rotated[0]?.listed.id ?? '');
    await rotateSecret(ctx, { overlapHours: 24 });
    expect(await listSecrets(ctx)).toHaveLength(5);
    await rotateSecret(ctx, { overlapHours: 0 });
    expect(await listSecrets(ctx)).toHaveLength(1);
  });

  test('that is added signs beside the others, none of which ends', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const now = new Date();
    const { secret: first, listed } = await addSecret(ctx, {}, now);
    const { secret: second } = await addSecret(ctx, {}, now);
    expect(await signedAt(receiver, ctx, after(now, 1_000 * hour), [first, second])).toEqual([2, true, true]);
    const { secret: third } = await rotateSecret(ctx, { overlapHours: 1 }, now);
    expect(await signedAt(receiver, ctx, now, [first, second, third])).toEqual([3, true, true, true]);
    await endSecret(ctx, listed.id, now);
    expect(await signedAt(receiver, ctx, now, [first, second, third])).toEqual([2, false, true, true]);
    expect(await signedAt(receiver, ctx, after(now, hour), [second, third])).toEqual([1, false, true]);
  });

  test('is listed with its last five characters, by which it is told from the others', async () => {
    const ctx = await newWorkspace();
    const made = [await addSecret(ctx), await addSecret(ctx)];
    const endings = (await listSecrets(ctx)).map(({ lastCharacters }) => lastCharacters);
    expect(endings).toEqual(made.map(({ secret }) => secret.slice(-5)).reverse());
  });

  test('is the same for the first messages of a new workspace, sent at once', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const sent = await Promise.all([1, 2, 3, 4].map(() => newDelivery(receiver.url, { ctx })));
    await Promise.all(sent.map(({ attempt }) => attempt()));
    expect(receiver.requests).toHaveLength(4);
    expect(await listSecrets(ctx)).toHaveLength(1);
  });

  test('signs beside its successor until the overlap ends', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const now = new Date();
    const { secret: first } = await rotateSecret(ctx, { overlapHours: 0 }, now);
    expect(await signedAt(receiver, ctx, now, [first])).toEqual([1, true]);
    const { secret: second } = await rotateSecret(ctx, { overlapHours: 24 }, now);
    expect(await signedAt(receiver, ctx, now, [first, second])).toEqual([2, true, true]);
    expect(await signedAt(receiver, ctx, after(now, 24 * hour - 1), [first, second])).toEqual([
      2,
      true,
      true,
    ]);
    expect(await signedAt(receiver, ctx, after(now, 24 * hour), [first, second])).toEqual([1, false, true]);
  });

  test('ends at once by a rotation without overlap when it has leaked', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret: leaked } = await rotateSecret(ctx, { overlapHours: 24 });
    const { secret } = await rotateSecret(ctx, { overlapHours: 0 });
    expect(await signedAt(receiver, ctx, new Date(), [leaked, secret])).toEqual([1, false, true]);
  });

  test('can be ended by id, except the last one', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret: old, listed } = await rotateSecret(ctx, { overlapHours: 24 });
    const { secret, listed: current } = await rotateSecret(ctx, { overlapHours: 24 });
    await endSecret(ctx, listed.id);
    expect(await signedAt(receiver, ctx, new Date(), [old, secret])).toEqual([1, false, true]);
    await expect(endSecret(ctx, current.id)).rejects.toMatchObject({ key: 'conflict', code: 'last-secret' });
    await expect(endSecret(ctx, listed.id)).rejects.toMatchObject({ key: 'not-found' });
  });

  test('is one of several concurrent rotations’ secrets, each of which signs until its overlap ends', async () => {
    // Cause: of two rotations at once the second met the secret of the first and failed.
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const rotated = await Promise.all([1, 2, 3, 4, 5].map(() => rotateSecret(ctx, { overlapHours: 1 })));
    const current = (await listSecrets(ctx)).filter(({ expiresAt }) => !expiresAt);
    expect(current).toHaveLength(1);
    const secrets = rotated.map(({ secret }) => secret);
    expect(await signedAt(receiver, ctx, new Date(), secrets)).toEqual([5, ...secrets.map(() => true)]);
  });

  test('of an endpoint signs only that endpoint’s messages, beside the workspace’s at first', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret: ofWorkspace } = await rotateSecret(ctx, { overlapHours: 0 });
    const input = { url: receiver.url, events: ['*' as const] };
    const endpoint = await createEndpoint(ctx, EndpointInput.parse(input));
    expect(await endpointsWithOwnSecret(ctx)).toEqual(new Set());
    const { secret } = await rotateSecret(ctx, { overlapHours: 1, endpointId: endpoint.id });
    expect(await endpointsWithOwnSecret(ctx)).toEqual(new Set([endpoint.id]));
    const told = async (now: Date) => {
      const { id } = await sendTest(ctx, endpoint.id, 'invoice.authorised');
      await handleOf(ctx, id).attempt(now);
      const request = receiver.requests.at(-1);
      if (!request) throw new Error('nothing arrived');
      expect(request.json).toMatchObject({ event: 'invoice.authorised', test: true });
      return String(request.headers['webhook-signature']).split(' ').length;
    };
    expect(await told(new Date())).toBe(2);
    expect(await told(after(new Date(), 2 * hour))).toBe(1);
    const [latest] = receiver.requests.slice(-1);
    if (latest) verified(secret, latest);
    expect(await signedAt(receiver, ctx, new Date(), [ofWorkspace, secret])).toEqual([1, true, false]);
    const second = await addSecret(ctx, { endpointId: endpoint.id });
    expect(await told(after(new Date(), 2 * hour))).toBe(2);
    const other = await createEndpoint(ctx, EndpointInput.parse(input));
    await addSecret(ctx, { endpointId: other.id });
    expect(await listSecrets(ctx, { endpointId: other.id })).toMatchObject([
      { expiresAt: null },
      { expiresAt: null },
    ]);
    await endSecret(ctx, second.listed.id);
    const stranger = await newWorkspace();
    await expect(rotateSecret(stranger, { overlapHours: 1, endpointId: endpoint.id })).rejects.toMatchObject({
      key: 'not-found',
    });
    await expect(sendTest(stranger, endpoint.id, 'job.failed')).rejects.toMatchObject({ key: 'not-found' });
  });

  test('of a webhook step alone signs its messages, and is shown to nobody', async () => {
    const receiver = await newReceiver();
    const ctx = await newWorkspace();
    const { secret: ofWorkspace } = await addSecret(ctx);
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const sent = await newDelivery(receiver.url, { ctx, config: { secret } });
    await sent.attempt();
    const request = receiver.requests.at(-1);
    if (!request) throw new Error('nothing arrived');
    verified(secret, request);
    expect(() => verified(ofWorkspace, request)).toThrow();
    const { steps } = workflowInList(await fetchWorkflow(ctx, sent.workflow));
    expect(steps[1]?.config).toMatchObject({ secret: '********' });
    const shown = JSON.stringify([steps, await wholeDelivery(ctx, await sent.row()), await textOfDatabase()]);
    expect(shown).not.toContain(secret);
    for (const bad of [
      'whsec_',
      `whsec_${randomBytes(23).toString('base64')}`,
      randomBytes(32).toString('base64'),
    ])
      await expect(newDelivery(receiver.url, { ctx, config: { secret: bad } })).rejects.toMatchObject({
        key: 'validation',
      });
  });

  test('of one workspace signs nothing of another', async () => {
    const receiver = await newReceiver();
    const { secret } = await rotateSecret(await newWorkspace(), { overlapHours: 0 });
    expect(await signedAt(receiver, await newWorkspace(), new Date(), [secret])).toEqual([1, false]);
  });
});

onDatabase('a message’s secrets', () => {
  test('reach the receiver, and are in no log, row or answer', async () => {
    const receiver = await newReceiver();
    receiver.answer('reset', { status: 500 }, { status: 200 });
    const ctx = await newWorkspace();
    const { secret } = await rotateSecret(ctx, { overlapHours: 24 });
    const token = `canary-token-${randomUUID()}`;
    const header = `canary-header-${randomUUID()}`;
    const config = { bearer_token: token, headers: { 'X-Canary': header, 'x-empty': '' } };
    const sent = await newDelivery(receiver.url, { ctx, config });
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await sent.attempt((await sent.row()).nextAttemptAt ?? undefined);
      await wakeJobs(sent.delivery);
    }
    expect(receiver.requests.map(({ headers }) => [headers.authorization, headers['x-canary']])).toEqual(
      Array.from({ length: 3 }, () => [`Bearer ${token}`, header]),
    );
    const job = await sent.read();
    expect(job.status).toBe('OK');
    expect(await sent.log()).toMatchObject(
      Array.from({ length: 3 }, () => ({
        requestHeaders: { authorization: '[secret]', 'x-canary': '[secret]', 'x-empty': '[secret]' },
      })),
    );

    const row = await sent.row();
    const answers = JSON.stringify([
      job,
      deliveryInList(row),
      await wholeDelivery(ctx, row),
      workflowInList(await fetchWorkflow(ctx, sent.workflow)),
    ]);
    const stored = await textOfDatabase();
    expect(stored).toContain(sent.delivery);
    for (const text of [token, header, secret, secret.replace('whsec_', '')]) {
      for (const spelled of [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')]) {
        expect(stored).not.toContain(spelled);
        expect(answers).not.toContain(spelled);
      }
    }
  });

  test('do not open in another message', async () => {
    const receiver = await newReceiver();
    const one = await newDelivery(receiver.url, { config: { bearer_token: 'one' } });
    const other = await newDelivery(receiver.url, { ctx: one.ctx, config: { bearer_token: 'other' } });
    await swapHeaders(one.delivery, other.delivery);
    await expect(one.attempt()).rejects.toThrow('vault');
    expect(receiver.requests).toEqual([]);
  });

  test('can not replace Alta’s own headers', async () => {
    const receiver = await newReceiver();
    for (const name of ['webhook-id', 'Webhook-Signature', 'content-type', 'host', 'Authorization', 'a b']) {
      await expect(newDelivery(receiver.url, { config: { headers: { [name]: 'x' } } })).rejects.toMatchObject(
        { key: 'validation' },
      );
    }
  });
});

async function swapHeaders(one: string, other: string): Promise<void> {
  const [row] = await database().select().from(webhookDeliveries).where(eq(webhookDeliveries.id, other));
  await database()
    .update(webhookDeliveries)
    .set({ headersSealed: row?.headersSealed ?? null })
    .where(eq(webhookDeliveries.id, one));
}
