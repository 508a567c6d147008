// @module-tag slow
import { expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { startAlta } from '#tests/support/alta.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { allowReceivers, startReceiver } from '#tests/support/receiver.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

allowReceivers();

const events = 10;

// Cause: 400 endpoints with one address and 349 secrets: each event was 400 messages, and each had 349 signatures.
test('a workspace with as many endpoints and secrets as possible does not stop the application from answering', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const source = await newDatabase();
  const addresses = await withDatabase(source, async () => {
    const ctx = await newWorkspace();
    const endpoints = await asMany(400, (at) =>
      createEndpoint(ctx, EndpointInput.parse({ url: `${receiver.url}/${at % 40}`, events: ['*'] })),
    );
    await asMany(349, () => rotateSecret(ctx, { overlapHours: 24 }));
    for (let event = 0; event < events; event += 1) {
      await database().transaction((tx) => publishEvent(tx, ctx, 'job.failed', {}));
    }
    expect(await database().$count(webhookDeliveries)).toBe(endpoints * events);
    return endpoints;
  });
  const alta = await startAlta(source, { WEBHOOK_LOOPBACK: 'allow' });
  onTestFinished(() => alta.stop());
  const answers: number[] = [];
  while (receiver.requests.length < addresses * events) {
    answers.push((await fetchPage(`${alta.origin}/api/health/ready`)).status);
  }
  expect(answers.length).toBeGreaterThan(1);
  expect(new Set(answers)).toEqual(new Set([200]));
}, 180_000);

/** Until it is refused; gives how many there are. */
async function asMany(most: number, make: (at: number) => Promise<unknown>): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    const refused = await make(count).then(
      () => false,
      (error: { code?: string }) => error.code?.startsWith('too-many') ?? false,
    );
    if (refused) return count;
  }
  return most;
}
