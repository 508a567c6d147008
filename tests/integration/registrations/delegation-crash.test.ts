import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { overdue } from '#lib/queue-repair.ts';
import { checkDelegation } from '#lib/registrations/delegation.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { cutOffAt, moments } from '#tests/support/crash.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const minuteMs = 60_000;

onDatabase('a process that dies', () => {
  async function newScene() {
    await simulator.control.reset();
    const platform = await newPlatform(simulator);
    const { ctx } = platform;
    const supplier = await newDelegator(ctx);
    const told = async () => {
      const rows = await database()
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.workspaceId, ctx.workspace.id), eq(auditLog.subjectKind, 'registration')))
        .orderBy(auditLog.position);
      const { id } = await fetchRegistration(ctx, supplier.entryId);
      expect(id).toBeDefined();
      return rows.map(({ action }) => action).filter((action) => /delegation-|completed/.test(action));
    };
    // The platform's own was completed before.
    const before = (await told()).length;
    return { platform, ctx, supplier, told: async () => (await told()).slice(before) };
  }

  describe.each(moments)('%s', (when) => {
    test('during a claim has recorded the claim with its check, or neither', async () => {
      const { supplier, told } = await newScene();
      expect(await cutOffAt(() => supplier.claim(), 1, when)).toBe('cut off');
      const noted = await told();
      expect(noted).toEqual(when === 'after the commit' ? ['registration.delegation-claimed'] : []);
      await supplier.claim();
      expect((await supplier.row()).nextCheckAt).not.toBeNull();
    });

    test('during the discovery of a grant completes the registration once, on the next check', async () => {
      const { supplier, platform, ctx, told } = await newScene();
      await supplier.claim();
      await platform.delegate(supplier.cuit);
      await platform.accept(supplier.cuit);
      await simulator.control.clock(3 * 60);
      const now = new Date(Date.now() + 11 * minuteMs);
      const check = async () => {
        const { checks } = await supplier.row();
        await checkDelegation({ entryId: supplier.entryId, checks }, now);
      };
      for (let at = 1; (await cutOffAt(check, at, when)) === 'cut off'; at += 1) {
        const { state } = await fetchRegistration(ctx, supplier.entryId);
        if (state === 'completed') break;
        // Its lease on the login runs out; who looks for what waits finds it.
        await database().execute(`update access_tickets set lease_until = null`);
        await simulator.control.clock(3 * 60 * (at + 1));
        await database().execute(`delete from pgboss.job where name = 'delegation-check.live'`);
        const nudges = await overdue('delegation-check', new Date(now.getTime() + 60 * minuteMs));
        expect(nudges.map(({ payload }) => payload.entryId)).toContain(supplier.entryId);
      }
      await check();
      expect((await fetchRegistration(ctx, supplier.entryId)).state).toBe('completed');
      expect(await told()).toEqual([
        'registration.delegation-claimed',
        'registration.delegation-granted',
        'registration.completed',
      ]);
    });
  });
});
