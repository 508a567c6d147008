import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { overdue } from '#lib/queue-repair.ts';
import { pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { endRegistrations } from '#lib/registrations/create.ts';
import { checkDelegation, verifyDelegation } from '#lib/registrations/delegation.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform, openRegistration } from '#tests/support/delegation.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The authority gives a certificate the next ticket after two minutes; we ask for one after ten. */
async function nextTicket(): Promise<Date> {
  await simulator.control.clock(3 * 60);
  return new Date(Date.now() + 11 * minuteMs);
}

onDatabase('a delegating supplier', () => {
  async function newScene() {
    await simulator.control.reset();
    const platform = await newPlatform(simulator);
    const supplier = await newDelegator(platform.ctx);
    /** The check that is due next, as a worker makes it. */
    const checkNext = async () => {
      const { checks, nextCheckAt } = await supplier.row();
      if (!nextCheckAt) throw new Error('nothing is due');
      await checkDelegation({ entryId: supplier.entryId, checks }, nextCheckAt);
    };
    const state = async () => (await fetchRegistration(platform.ctx, supplier.entryId)).state;
    return { platform, supplier, ctx: platform.ctx, checkNext, state };
  }

  test('is registered once both sides acted and a new ticket has the CUIT, and not before', async () => {
    const { platform, supplier, ctx, state } = await newScene();
    const verify = (now?: Date) => verifyDelegation(ctx, supplier.entryId, now);
    await supplier.claim();
    expect(await state()).toBe('delegation-claimed');
    expect((await verify()).answer).toBe('not-granted');
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    expect((await verify()).answer).toBe('not-granted');
    const later = await nextTicket();
    expect((await verify(later)).answer).toBe('granted');
    expect(await state()).toBe('completed');
    // From now on by the pace of what is granted.
    expect((await supplier.row()).nextCheckAt).toEqual(new Date(later.getTime() + 7 * dayMs));
    const { list } = await pointsOfSaleOf(ctx, supplier.entryId);
    expect(list).toEqual([]);
  });

  test('is checked every quarter of an hour until granted, and every week afterwards', async () => {
    const { platform, supplier, checkNext } = await newScene();
    const waitAfter = async () => {
      const { nextCheckAt: before } = await supplier.row();
      await checkNext();
      const { nextCheckAt: after } = await supplier.row();
      return before && after ? (after.getTime() - before.getTime()) / minuteMs : undefined;
    };
    await supplier.claim();
    expect(await waitAfter()).toBe(15);
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    await nextTicket();
    expect(await waitAfter()).toBe(7 * 24 * 60);
  });

  test('is checked automatically for thirty days at most', async () => {
    const { supplier } = await newScene();
    await supplier.claim(new Date(Date.now() - 30 * dayMs));
    const { checks } = await supplier.row();
    await checkDelegation({ entryId: supplier.entryId, checks });
    expect((await supplier.row()).nextCheckAt).toBeNull();
  });

  test('loses the delegation only by a clear refusal, and regains it when the authority grants it', async () => {
    const { platform, supplier, ctx, state } = await newScene();
    const { entryId, cuit, row } = supplier;
    const url = 'https://erp.example/hook';
    await createEndpoint(ctx, EndpointInput.parse({ url, events: ['*'] }));
    await supplier.claim();
    await platform.delegate(cuit);
    await platform.accept(cuit);
    const first = await nextTicket();
    await verifyDelegation(ctx, entryId, first);
    expect((await row()).grantedAt).toEqual(first);

    await platform.takeBack(cuit);
    await simulator.control.clock(6 * 60);
    const later = new Date(first.getTime() + 11 * minuteMs);
    await simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: -1 });
    expect((await verifyDelegation(ctx, entryId, later)).answer).toBe('unknown');
    expect((await row()).lostAt).toBeNull();
    await simulator.control.reset();
    await simulator.control.clock(6 * 60);
    expect((await verifyDelegation(ctx, entryId, later)).answer).toBe('not-granted');
    expect((await row()).lostAt).toEqual(later);
    expect(await state()).toBe('completed');

    await platform.delegate(cuit);
    await platform.accept(cuit);
    await simulator.control.clock(9 * 60);
    const again = new Date(later.getTime() + 11 * minuteMs);
    expect((await verifyDelegation(ctx, entryId, again)).answer).toBe('granted');
    expect(await row()).toMatchObject({ grantedAt: again, lostAt: null });
    const told = await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.workspaceId, ctx.workspace.id), eq(auditLog.subjectKind, 'registration')))
      .orderBy(auditLog.position);
    const actions = told.map(({ action }) => action).filter((action) => action.includes('delegation'));
    expect(actions).toEqual([
      'registration.delegation-claimed',
      'registration.delegation-granted',
      'registration.delegation-lost',
      'registration.delegation-granted',
    ]);
    const messages = await database()
      .select({ body: webhookDeliveries.body })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.entryId, entryId));
    const events = messages.map(({ body }) => JSON.parse(body) as { event: string; data: object });
    expect(events.map(({ event }) => event).sort()).toEqual([
      'registration.completed',
      'registration.delegation_claimed',
      'registration.delegation_granted',
      'registration.delegation_granted',
      'registration.delegation_lost',
    ]);
    const lost = events.find(({ event }) => event === 'registration.delegation_lost');
    expect(lost?.data).toMatchObject({ delegate_cuit: platform.cuit });
  });

  test('is not affected by the delegate’s own troubles', async () => {
    const { platform, supplier, ctx } = await newScene();
    await supplier.claim();
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    const first = await nextTicket();
    await verifyDelegation(ctx, supplier.entryId, first);
    // Somebody's relation is left, so that a ticket is to be had; the platform's own is gone with the supplier's.
    const another = newCuit('30');
    await platform.delegate(another);
    await platform.accept(another);
    const { certificate } = await fetchRegistration(ctx, platform.entryId);
    const alias = certificate?.alias ?? '';
    for (const represented_cuit of [platform.cuit, supplier.cuit]) {
      await simulator.withdrawAuthorisation('live', { cuit: platform.cuit, alias, represented_cuit });
    }
    await simulator.control.clock(6 * 60);
    const later = new Date(first.getTime() + 11 * minuteMs);
    expect((await verifyDelegation(ctx, supplier.entryId, later)).answer).toBe('unknown');
    expect((await supplier.row()).lostAt).toBeNull();
  });

  test('shares one login in ten minutes with all waiting suppliers', async () => {
    const { platform, ctx } = await newScene();
    const suppliers = await Promise.all(Array.from({ length: 20 }, () => newDelegator(ctx)));
    for (const { claim } of suppliers) await claim();
    const logins = async () => (await simulator.control.stats()).live.wsaa_requests;
    const before = await logins();
    const all = (now: Date) =>
      Promise.all(suppliers.map(({ entryId }) => verifyDelegation(ctx, entryId, now)));
    await all(new Date());
    expect(await logins()).toBe(before);
    await all(await nextTicket());
    await all(new Date(Date.now() + 12 * minuteMs));
    expect(await logins()).toBe(before + 1);
    expect(platform.cuit).toBeDefined();
  });

  test('gets its check again after the queue lost it', async () => {
    const { supplier } = await newScene();
    await supplier.claim(new Date(Date.now() - 60 * minuteMs));
    const { rows } = await database().execute(
      `delete from pgboss.job where name = 'delegation-check.live' returning id`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const nudges = await overdue('delegation-check', new Date());
    expect(nudges.map(({ payload }) => payload.entryId)).toContain(supplier.entryId);
  });

  test('is refused while the workspace has no delegate, and when it is the delegate itself', async () => {
    const without = await newWorkspace('live');
    const { entryId, claim } = await newDelegator(without, 'certificate');
    expect(await openRegistration(without, entryId, 'delegation')).toBe('refused');
    await expect(claim()).rejects.toMatchObject({ code: 'no-delegate' });
    const { platform, ctx } = await newScene();
    expect(await openRegistration(ctx, platform.entryId, 'choice')).toBe('refused');
  });

  test('can change the way while the registration is open', async () => {
    const { ctx } = await newScene();
    const { entryId, claim } = await newDelegator(ctx, 'certificate');
    await expect(claim()).rejects.toMatchObject({ code: 'not-by-delegation' });
    expect(await openRegistration(ctx, entryId, 'choice')).toBe('already-there');
    await claim();
    expect(await fetchRegistration(ctx, entryId)).toMatchObject({ mode: 'choice', way: 'delegation' });
  });

  test('that chose a certificate instead is not registered by an earlier grant', async () => {
    const { platform, supplier, ctx } = await newScene();
    await supplier.claim();
    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    await openRegistration(ctx, supplier.entryId, 'certificate');
    expect((await verifyDelegation(ctx, supplier.entryId, await nextTicket())).answer).toBe('granted');
    expect((await fetchRegistration(ctx, supplier.entryId)).facts.completedAt).toBeUndefined();
    // It registers them once they choose delegation again.
    await openRegistration(ctx, supplier.entryId, 'delegation');
    await supplier.claim();
    expect((await verifyDelegation(ctx, supplier.entryId, await nextTicket())).answer).toBe('granted');
    expect((await fetchRegistration(ctx, supplier.entryId)).state).toBe('completed');
  });

  test('starts anew with another delegate, without the first one’s grant', async () => {
    const { supplier, platform } = await newScene();
    await supplier.claim();
    const granted = new Date();
    const ofEntry = eq(delegations.entryId, supplier.entryId);
    await database().update(delegations).set({ grantedAt: granted }).where(ofEntry);
    await supplier.claim();
    expect((await supplier.row()).grantedAt).toEqual(granted);
    await database().update(delegations).set({ delegateCuit: '30999999995' }).where(ofEntry);
    await supplier.claim();
    expect(await supplier.row()).toMatchObject({ grantedAt: null, delegateCuit: platform.cuit });
  });

  test('loses the delegation with the end of the registration', async () => {
    const { supplier, ctx } = await newScene();
    await supplier.claim();
    await database().transaction((tx) => endRegistrations(tx, ctx, supplier.entryId, new Date()));
    await expect(supplier.row()).rejects.toThrow('no delegation');
  });
});
