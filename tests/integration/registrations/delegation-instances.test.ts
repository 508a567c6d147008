// @module-tag slow
import { and, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();
const count = 12;

describe('two processes on one PostgreSQL', () => {
  test('share a delegate’s ticket, and complete each delegating supplier once, though one is killed', async () => {
    await simulator.control.reset();
    const source = await newDatabase();
    const { platform, suppliers, apiKey } = await withDatabase(source, async () => {
      const platform = await newPlatform(simulator);
      const suppliers = [];
      for (let made = 0; made < count; made += 1) suppliers.push(await newDelegator(platform.ctx));
      return { platform, suppliers, apiKey: await newApiKey(platform.ctx) };
    });
    const before = (await simulator.control.stats()).live.logins;
    const [first, second] = [await start(source), await start(source)];
    const doors = [apiClient(first.origin, apiKey), apiClient(second.origin, apiKey)] as const;
    for (const [index, { entryId, cuit }] of suppliers.entries()) {
      await platform.delegate(cuit);
      await platform.accept(cuit);
      const door = doors[index % 2] ?? doors[0];
      const { status } = await door('POST', `/apps/gov-ar/v1/entry/${entryId}/delegation`);
      expect(status).toBe(200);
    }
    await simulator.control.clock(3 * 60);
    const verify = suppliers.map(({ entryId }, index) =>
      (doors[index % 2] ?? doors[0])('POST', `/apps/gov-ar/v1/entry/${entryId}/delegation/verify`).catch(
        () => undefined,
      ),
    );
    first.process.kill('SIGKILL');
    await Promise.all(verify);
    // What the killed one had in hand is asked of the other, as an operator would.
    for (const { entryId } of suppliers) {
      await eventually(
        async () => (await doors[1]('POST', `/apps/gov-ar/v1/entry/${entryId}/delegation/verify`)).body,
        ({ granted }) => granted === true,
      );
    }
    await looking(source, async () => {
      const rows = await database().select().from(delegations);
      expect(rows.map(({ grantedAt }) => grantedAt === null)).toEqual(Array(count).fill(false));
      for (const action of ['registration.delegation-granted', 'registration.completed'] as const) {
        const of = and(eq(auditLog.workspaceId, platform.ctx.workspace.id), eq(auditLog.action, action));
        // The platform's own company was completed with a certificate.
        const expected = action === 'registration.completed' ? count + 1 : count;
        expect(await database().$count(auditLog, of)).toBe(expected);
      }
    });
    // One for each minute or so that this took would be too many: a ticket is kept for ten.
    expect((await simulator.control.stats()).live.logins - before).toBeLessThanOrEqual(1);
  }, 180_000);
});

async function start(source: DatabaseSource) {
  const alta = await startAlta(source, { ARCA_SHARED_TICKET_SECONDS: '5' });
  onTestFinished(() => alta.stop());
  return alta;
}
