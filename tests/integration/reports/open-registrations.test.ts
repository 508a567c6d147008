import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations, type StoredRejection } from '#lib/database/tables/registrations.ts';
import { openRenewal } from '#lib/registrations/expiry.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { extendLink, revokeLinkOf } from '#lib/registrations/link.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { remindSupplier } from '#lib/registrations/reminders.ts';
import { type OpenStage, openStages } from '#lib/registrations/state.ts';
import {
  countOpenRegistrations,
  countRejections,
  isSupplierAt,
  listOpenRegistrations,
  stagesOfSuppliers,
  supplierStages,
} from '#lib/reports/open-registrations.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { changeEntry } from '#lib/silo/change-entry.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

onDatabase('the open registrations', () => {
  test('are sorted by the supplier’s last act, with the link’s state', async () => {
    const ctx = await newWorkspace();
    const [first, second] = [
      await newRegistration(ctx, minutesAgo(30)),
      await newRegistration(ctx, minutesAgo(20)),
    ];
    const ids = async () => (await listOpenRegistrations(ctx, { limit: 5 })).map(({ entryId }) => entryId);
    expect(await ids()).toEqual([second.entryId, first.entryId]);
    const found = await findByRef(first.ref);
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    await noteProgress(found.ctx, found.registration, 'startedAt', minutesAgo(10));
    expect(await ids()).toEqual([first.entryId, second.entryId]);

    const { expiresAt } = await extendLink(ctx, first.entryId, { days: 60 });
    await revokeLinkOf(ctx, second.entryId);
    const rows = await listOpenRegistrations(ctx, { limit: 5 });
    expect(rows).toMatchObject([
      { stage: 'started', way: 'certificate', link: { expiresAt, revokedAt: undefined } },
      { stage: 'created', link: { revokedAt: expect.any(Date) } },
    ]);
    expect(await listOpenRegistrations(ctx, { limit: 5, until: minutesAgo(15) })).toHaveLength(1);
    expect(await listOpenRegistrations(await newWorkspace(), { limit: 5 })).toEqual([]);
  });

  test('are found by the stage that the list of suppliers shows', async () => {
    const ctx = await newWorkspace();
    const now = new Date();
    const facts: Partial<typeof registrations.$inferInsert>[] = [
      { startedAt: null },
      { startedAt: now },
      { startedAt: now, detailsConfirmedAt: now },
      { startedAt: now, detailsConfirmedAt: now, requestDownloadedAt: now },
      { certificateReceivedAt: now },
      { completedAt: now },
    ];
    const suppliers: { id: string }[] = [];
    for (const each of facts) {
      const { entryId } = await newRegistration(ctx);
      await database().update(registrations).set(each).where(eq(registrations.entryId, entryId));
      suppliers.push({ id: entryId });
    }
    for (const at of [now, minutesAgo(-365 * 24 * 60)]) {
      const shown = await stagesOfSuppliers(ctx, suppliers, at);
      expect(shown.size).toBe(facts.length - 1);
      for (const stage of supplierStages) {
        const found = await listEntries(ctx, { limit: 10, condition: isSupplierAt(stage, at) });
        const expected = [...shown].filter(([, each]) => each === stage).map(([id]) => id);
        expect([stage, found.map(({ id }) => id).sort()]).toEqual([stage, expected.sort()]);
      }
    }
  });

  test('match the funnel’s counts, also ended ones, with those through the API apart', async () => {
    const ctx = await newWorkspace();
    const [done, api, refused] = [
      await newRegistration(ctx),
      await newRegistration(ctx),
      await newRegistration(ctx),
    ];
    await newRegistration(ctx);
    const set = (entryId: string, facts: Partial<typeof registrations.$inferInsert>) =>
      database().update(registrations).set(facts).where(eq(registrations.entryId, entryId));
    const now = new Date();
    await set(done.entryId, { startedAt: now, certificateReceivedAt: now, completedAt: now });
    await set(api.entryId, { certificateReceivedAt: now });
    const lastRejection = { reason: 'malformed' as const, detail: {}, checks: [], at: now.toISOString() };
    await set(refused.entryId, { lastRejection });
    const since = minutesAgo(60);
    const { funnel } = await workspaceOverview(ctx);
    for (const { stage, reached } of funnel.stages) {
      const query = { funnel: { counted: stage, since }, limit: 5 };
      expect(await listOpenRegistrations(ctx, query)).toHaveLength(reached);
    }
    const throughApi = await listOpenRegistrations(ctx, { funnel: { counted: 'api', since }, limit: 5 });
    expect(new Set(throughApi.map(({ entryId }) => entryId))).toEqual(
      new Set([api.entryId, refused.entryId]),
    );
    expect(funnel.throughApi.uploaded).toBe(2);
  });

  test('are counted by the reason of their last rejection, within the other filters', async () => {
    const ctx = await newWorkspace();
    const all = [await newRegistration(ctx), await newRegistration(ctx), await newRegistration(ctx)];
    const reasons = ['malformed', 'expired', 'malformed'] as const;
    for (const [index, { entryId }] of all.entries()) {
      const at = new Date().toISOString();
      const lastRejection = { reason: reasons[index] ?? 'malformed', detail: {}, checks: [], at };
      await database().update(registrations).set({ lastRejection }).where(eq(registrations.entryId, entryId));
    }
    await newRegistration(ctx);
    expect(await countRejections(ctx, {})).toEqual([
      { reason: 'malformed', count: 2 },
      { reason: 'expired', count: 1 },
    ]);
    expect(await countRejections(ctx, { entryIds: [all[1]?.entryId ?? ''] })).toEqual([
      { reason: 'expired', count: 1 },
    ]);
    expect(await countRejections(await newWorkspace(), {})).toEqual([]);
  });

  test('are found by the stage that they are shown at, by any way to it', async () => {
    const ctx = await newWorkspace('live');
    const now = new Date();
    const lastRejection = {
      reason: 'malformed' as const,
      detail: {},
      checks: [],
      at: minutesAgo(5).toISOString(),
    };
    const ways: [OpenStage, Partial<typeof registrations.$inferInsert>][] = [
      ['created', { progressedAt: now }],
      ['started', { startedAt: now }],
      ['started', { startedAt: now, lastRejection }],
      ['details-confirmed', { startedAt: now, detailsConfirmedAt: now }],
      ['request-downloaded', { startedAt: now, requestDownloadedAt: now, lastRejection }],
      ['certificate-received', { startedAt: now, certificateReceivedAt: now, lastRejection }],
      // Through the API, where nobody opens the link.
      ['request-downloaded', { lastRejection }],
      ['request-downloaded', { lastRejection, detailsConfirmedAt: now }],
      ['certificate-received', { certificateReceivedAt: now, lastRejection }],
    ];
    const shown = new Map<string, OpenStage>();
    for (const [stage, facts] of ways) {
      const { entryId } = await newRegistration(ctx);
      await database().update(registrations).set(facts).where(eq(registrations.entryId, entryId));
      shown.set(entryId, stage);
      const renewing = await newRegistered(ctx, { notAfter: minutesAgo(-60), now: minutesAgo(60) });
      await openRenewal(ctx, { entryId: renewing, notAfter: minutesAgo(-60) }, now);
      const renewal = and(eq(registrations.entryId, renewing), eq(registrations.intent, 'renew'));
      await database()
        .update(registrations)
        .set({ createdAt: now, ...facts })
        .where(renewal);
      // That nobody has taken up is nobody's to be asked about.
      if (stage !== 'created') shown.set(renewing, stage);
    }
    const all = await listOpenRegistrations(ctx, { limit: 50 });
    expect(new Map(all.map(({ entryId, stage }) => [entryId, stage]))).toEqual(shown);
    for (const stage of openStages) {
      const found = await listOpenRegistrations(ctx, { limit: 50, stage });
      const expected = [...shown].filter(([, each]) => each === stage).map(([entryId]) => entryId);
      expect(found.map(({ entryId }) => entryId).toSorted()).toEqual(expected.toSorted());
      expect(await countOpenRegistrations(ctx, { stage })).toBe(expected.length);
    }
  });

  test('are filtered by any rejection or by one, each with its last reminder', async () => {
    const ctx = await newWorkspace();
    const [expired, other] = [await newRegistration(ctx), await newRegistration(ctx)];
    await newRegistration(ctx);
    const reject = (entryId: string, reason: StoredRejection['reason']) =>
      database()
        .update(registrations)
        .set({ lastRejection: { reason, detail: {}, checks: [], at: new Date().toISOString() } })
        .where(eq(registrations.entryId, entryId));
    await reject(expired.entryId, 'expired');
    await reject(other.entryId, 'other-key');
    const listed = (reason?: StoredRejection['reason'] | 'any') =>
      listOpenRegistrations(ctx, { limit: 5, reason });
    expect(await listed()).toHaveLength(3);
    expect((await listed('any')).map(({ entryId }) => entryId).sort()).toEqual(
      [expired.entryId, other.entryId].sort(),
    );
    expect(await listed('expired')).toMatchObject([{ entryId: expired.entryId, remindedAt: undefined }]);

    await changeEntry(ctx, expired.entryId, {
      data: { emails: [{ addr: 'ana@alta.example' }] },
      mode: 'merge',
    });
    const before = new Date();
    await remindSupplier(ctx, expired.entryId);
    const [row] = await listed('expired');
    expect(row?.remindedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await listed('other-key')).toMatchObject([{ remindedAt: undefined }]);
  });
});
