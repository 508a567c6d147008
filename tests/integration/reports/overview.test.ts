import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations, type StoredRejection } from '#lib/database/tables/registrations.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { openRenewal } from '#lib/registrations/expiry.ts';
import {
  countOpenRegistrations,
  expiringOfSuppliers,
  listOpenRegistrations,
} from '#lib/reports/open-registrations.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { archiveEntry } from '#lib/silo/entries.ts';
import { setState } from '#lib/silo/states.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { countJobs } from '#lib/workflows/job-list.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const at = new Date();
const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000);

async function stopped(ctx: Context, facts: Partial<typeof registrations.$inferInsert>, now = at) {
  const { entryId } = await newRegistration(ctx, now);
  await database().update(registrations).set(facts).where(eq(registrations.entryId, entryId));
  return entryId;
}

const rejected = (reason: StoredRejection['reason']) => ({
  lastRejection: { reason, detail: {}, at: at.toISOString(), checks: [] },
});

const delivery = (
  ctx: Context,
  status: 'dead' | 'pending' | 'delivered',
  attempts: number,
  createdAt = at,
) => ({
  id: uuidv7(),
  workspaceId: ctx.workspace.id,
  url: 'https://a.example/',
  body: '{}',
  status,
  attempts,
  createdAt,
});

onDatabase('the overview', () => {
  test('of a new workspace is all zero', async () => {
    expect(await workspaceOverview(await newWorkspace())).toMatchObject({
      suppliers: { total: 0, byState: [] },
      rejections: [],
      expiring: { total: 0, first: [] },
      deliveries: { dead: 0, failing: 0 },
    });
  });

  test('counts suppliers by state', async () => {
    const ctx = await newWorkspace();
    const [first] = [await newSupplier(ctx), await newSupplier(ctx), await newSupplier(ctx)];
    await setState(ctx, first.id, { key: 'error' });
    expect((await workspaceOverview(ctx)).suppliers).toEqual({
      total: 3,
      byState: [
        { state: 'empty', count: 2 },
        { state: 'error', count: 1 },
      ],
    });
  });

  test('shows each registration’s progress, stage and obstacle', async () => {
    const ctx = await newWorkspace();
    const stuck = { startedAt: at, detailsConfirmedAt: at, requestDownloadedAt: at };
    await stopped(ctx, { startedAt: null });
    const atRequest = await stopped(ctx, { ...stuck, ...rejected('other-key') });
    await stopped(ctx, { ...stuck, ...rejected('other-key') });
    // Through the API: no page was opened.
    await stopped(ctx, { startedAt: null, ...rejected('malformed') });
    await stopped(ctx, { certificateReceivedAt: at, ...rejected('not-authorised') });
    await stopped(ctx, { ...stuck, certificateReceivedAt: at, completedAt: at, ...rejected('expired') });
    await stopped(ctx, { ...stuck, revokedAt: at, ...rejected('expired') });
    await stopped(ctx, rejected('expired'), inDays(-40));
    const stranger = await newWorkspace();
    await stopped(stranger, rejected('expired'));

    const { funnel, rejections } = await workspaceOverview(ctx, at);
    expect(funnel.stages).toEqual([
      { stage: 'created', reached: 5, stopped: 1 },
      { stage: 'started', reached: 4, stopped: 0 },
      { stage: 'details-confirmed', reached: 4, stopped: 0 },
      { stage: 'request-downloaded', reached: 4, stopped: 2 },
      { stage: 'certificate-received', reached: 1, stopped: 0 },
      { stage: 'completed', reached: 1, stopped: 0 },
    ]);
    expect(funnel.throughApi).toEqual({ uploaded: 2, completed: 0 });
    expect(rejections).toEqual([
      { reason: 'other-key', count: 2 },
      { reason: 'malformed', count: 1 },
      { reason: 'not-authorised', count: 1 },
    ]);
    expect(await countOpenRegistrations(ctx, { stage: 'created' })).toBe(1);

    const query = { limit: 20 };
    expect(await listOpenRegistrations(ctx, { ...query, reason: 'other-key' })).toHaveLength(2);
    const listed = await listOpenRegistrations(ctx, { ...query, stage: 'request-downloaded' });
    expect(listed.map(({ stage, reason }) => [stage, reason]).toSorted()).toEqual([
      ['request-downloaded', 'expired'],
      ['request-downloaded', 'malformed'],
      ['request-downloaded', 'other-key'],
      ['request-downloaded', 'other-key'],
    ]);
    expect(listed.map(({ entryId }) => entryId)).toContain(atRequest);
    expect(await listOpenRegistrations(ctx, { limit: 1 })).toHaveLength(2);
    // The list goes back further than the counts.
    expect(await listOpenRegistrations(ctx, query)).toHaveLength(6);
    expect(await countOpenRegistrations(ctx, { until: inDays(-30) })).toBe(1);
    await archiveEntry(ctx, atRequest);
    expect(await listOpenRegistrations(ctx, { ...query, stage: 'request-downloaded' })).toHaveLength(3);
    expect(await countOpenRegistrations(ctx, { stage: 'request-downloaded' })).toBe(3);
    expect(await listOpenRegistrations(ctx, { ...query, way: 'delegation' })).toEqual([]);
  });

  test('counts no renewal among the registrations, and lists those that a supplier began', async () => {
    const ctx = await newWorkspace('live');
    const renew = async () => {
      const entryId = await newRegistered(ctx, { notAfter: inDays(30), now: inDays(-700) });
      await openRenewal(ctx, { entryId, notAfter: inDays(30) }, at);
      return entryId;
    };
    await renew();
    const takenUp = await renew();
    await database()
      .update(registrations)
      .set({ startedAt: at, ...rejected('other-key') })
      .where(and(eq(registrations.entryId, takenUp), eq(registrations.intent, 'renew')));
    const { funnel, rejections } = await workspaceOverview(ctx, at);
    expect(funnel.stages.map(({ reached, stopped }) => [reached, stopped])).toEqual(
      funnel.stages.map(() => [0, 0]),
    );
    expect(rejections).toEqual([{ reason: 'other-key', count: 1 }]);
    expect(await listOpenRegistrations(ctx, { limit: 20, stage: 'created' })).toEqual([]);
    for (const query of [{ limit: 20 }, { limit: 20, reason: 'other-key' as const }]) {
      expect((await listOpenRegistrations(ctx, query)).map(({ entryId }) => entryId)).toEqual([takenUp]);
    }
  });

  test('lists expiring and expired certificates, the soonest first', async () => {
    const ctx = await newWorkspace('live');
    const soon = await newRegistered(ctx, { notAfter: inDays(30) });
    const expired = await newRegistered(ctx, { notAfter: inDays(-2) });
    const later = await newRegistered(ctx, { notAfter: inDays(90) });
    await openRenewal(ctx, { entryId: soon, notAfter: inDays(30) }, at);
    const { expiring } = await workspaceOverview(ctx, at);
    expect(expiring.total).toBe(2);
    expect(expiring.first).toMatchObject([
      {
        entryId: expired,
        alias: 'tornillo1',
        name: 'Ferretería El Tornillo S.R.L.',
        notAfter: inDays(-2),
        renewing: false,
      },
      { entryId: soon, renewing: true },
    ]);
    const among = await expiringOfSuppliers(ctx, [{ id: soon }, { id: expired }, { id: later }], at);
    expect(Object.fromEntries(among)).toEqual({
      [soon]: { daysLeft: 30, renewing: true },
      [expired]: { daysLeft: -2, renewing: false },
    });
    expect((await expiringOfSuppliers(await newWorkspace('live'), [{ id: soon }], at)).size).toBe(0);
  });

  test('counts rejected registrations and retried jobs as their lists do', async () => {
    const ctx = await newWorkspace();
    await stopped(ctx, rejected('other-key'));
    await stopped(ctx, rejected('expired'), inDays(-40));
    await stopped(ctx, { ...rejected('malformed'), revokedAt: at });
    const { entryId } = await newRegistration(ctx);
    const archived = await stopped(ctx, rejected('expired'));
    await archiveEntry(ctx, archived);
    const workflow = await createWorkflow(ctx, { template: 'ar-supplier-registration' });
    for (const status of ['ERR', 'ERR', 'QUEUED', 'KO'] as const) {
      const { id } = await createJob(ctx, { workflowId: workflow.id, entryId });
      await database().update(jobs).set({ status }).where(eq(jobs.id, id));
    }
    const { rejected: stuck, failingJobs } = await workspaceOverview(ctx, at);
    expect([stuck, failingJobs]).toEqual([2, 2]);
    expect(await countOpenRegistrations(ctx, { reason: 'any' })).toBe(stuck);
    expect(await countJobs(ctx, { status: 'ERR' })).toBe(failingJobs);
  });

  test('counts the deliveries given up in a week, and those failing now', async () => {
    const ctx = await newWorkspace();
    await database()
      .insert(webhookDeliveries)
      .values([
        delivery(ctx, 'dead', 10),
        delivery(ctx, 'dead', 10, inDays(-8)),
        delivery(ctx, 'pending', 0),
        delivery(ctx, 'pending', 2),
        delivery(ctx, 'delivered', 1),
        delivery(await newWorkspace(), 'dead', 10),
      ]);
    expect((await workspaceOverview(ctx, at)).deliveries).toMatchObject({ dead: 1, failing: 1 });
  });
});
