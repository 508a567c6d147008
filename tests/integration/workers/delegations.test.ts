// @module-tag slow
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { type RunningMailServer, startMailServer } from '#tests/support/mail-server.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newApiKey } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();
const dayMs = 86_400_000;

let mails: RunningMailServer;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.stop());

test('a delegating supplier is checked until registered, and a mail reports the end of the delegate’s certificate', async () => {
  await simulator.control.reset();
  const source = await newDatabase();
  const { apiKey, entryId, holder } = await withDatabase(source, async () => {
    const platform = await newPlatform(simulator);
    const supplier = await newDelegator(platform.ctx);
    await supplier.claim();
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    await database()
      .update(certificates)
      .set({ notAfter: new Date(Date.now() + 30 * dayMs) })
      .where(eq(certificates.entryId, platform.entryId));
    const holder = platform.ctx.workspace.contactEmail ?? '';
    return { apiKey: await newApiKey(platform.ctx), entryId: supplier.entryId, holder };
  });
  await simulator.control.clock(3 * 60);
  const alta = await startAlta(source, {
    ARCA_SHARED_TICKET_SECONDS: '1',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Alta <alta@alta.example>',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  });
  onTestFinished(() => alta.stop());
  const call = apiClient(alta.origin, apiKey);
  const { body } = await eventually(
    () => call('GET', `/apps/gov-ar/v1/entry/${entryId}/registration`),
    ({ body: { state } }) => state === 'completed',
  );
  expect(body.delegation).toMatchObject({ granted: true, granted_at: expect.any(String) });
  const [notice] = await eventually(
    async () => mails.received.filter(({ to }) => to.includes(holder)),
    (received) => received.length > 0,
  );
  expect(notice?.mail.text).toContain('1 proveedor');
  await alta.stop();
}, 120_000);
