import { expect, test, vi } from 'vitest';
import { pointsOfSaleResponse } from '#app/api/apps/gov-ar/v1/_wire/points-of-sale.ts';
import { registrationResponse } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { entriesInList, wholeEntry } from '#app/api/silo/v1/_wire/entry.ts';
import { currentDatabase, database } from '#lib/database/client.ts';
import { pointsOfSale } from '#lib/database/tables/registrations.ts';
import {
  checkPointsOfSale,
  pointsOfSaleOf,
  usablePointOfSale,
} from '#lib/registrations/check-points-of-sale.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { fetchStoredPointsOfSale, readPointsOfSale } from '#lib/registrations/points-of-sale.ts';
import { workspaceOverview } from '#lib/reports/overview.ts';
import { countEntries, fetchEntry, type ListedEntry, listEntries } from '#lib/silo/entries.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });

const silence = (count = 1) =>
  simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count });

/** What is asked of the database from here on. */
function countStatements(): () => number {
  const spy = vi.spyOn(currentDatabase().pool, 'query');
  return () => {
    const count = spy.mock.calls.length;
    spy.mockRestore();
    return count;
  };
}

onDatabase('the points of sale of a supplier', () => {
  test('are read at the registration, and again on request', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    const before = await pointsOfSaleOf(ctx, entryId);
    expect(before).toMatchObject({ environment: 'live', list: [], unavailable: false });
    expect(pointsOfSaleResponse(before, 'Talleres Río S.A.')).toMatchObject({
      how_to_register: expect.arrayContaining([
        expect.objectContaining({
          system: 'RECE para aplicativo y web services',
          steps: expect.arrayContaining([expect.stringContaining('Talleres Río S.A.')]),
        }),
      ]),
    });
    await add(4);
    const after = await checkPointsOfSale(ctx, entryId);
    expect(after.list).toMatchObject([{ number: 4, usable: true }]);
    expect(after.readAt?.getTime()).toBeGreaterThan(before.readAt?.getTime() ?? 0);
    expect(pointsOfSaleResponse(after, '')).not.toHaveProperty('how_to_register');
  });

  test('a supplier whose certificate has expired is listed as unable to invoice', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    const unable = (now: Date) => countEntries(ctx, { folder: 'suppliers', unableToInvoice: now });
    expect(await unable(new Date())).toBe(0);
    expect(await unable(new Date(Date.now() + 20 * 365 * 86_400_000))).toBe(1);
  });

  test('without a usable one mark the supplier in lists, answers and counts', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    const told = async () => {
      const details = await findRegistrationDetails(ctx, entryId);
      return details && registrationResponse(details).invoicing;
    };
    const suppliers = () => listEntries(ctx, { folder: 'suppliers', limit: 5 });
    const supplier = async () => (await suppliers())[0] as ListedEntry;
    const listed = async () => ({
      told: await told(),
      missing: (await wholeEntry(ctx, await fetchEntry(ctx, entryId))).missing,
      inList: (await entriesInList(ctx, await suppliers()))(await supplier()).missing,
      among: [...(await withoutPointOfSaleAmong(ctx, [{ id: entryId }]))],
      filtered: (await listEntries(ctx, { folder: 'suppliers', withoutPointOfSale: true, limit: 5 })).map(
        ({ id }) => id,
      ),
      counted: (await workspaceOverview(ctx)).unableToInvoice,
    });
    const missing = ['point-of-sale'];
    const without = {
      told: 'no-point-of-sale',
      missing,
      inList: missing,
      among: [entryId],
      filtered: [entryId],
      counted: 1,
    };
    expect(await listed()).toEqual(without);
    expect(await withoutPointOfSaleAmong(await newWorkspace('live'), [{ id: entryId }])).toEqual(new Set());
    await add(4);
    await checkPointsOfSale(ctx, entryId);
    expect(await listed()).toEqual({
      told: 'ready',
      missing: undefined,
      inList: undefined,
      among: [],
      filtered: [],
      counted: 0,
    });
  });

  test('are not replaced by an older, late answer', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('no registration');
    const later = new Date(Date.now() + 60_000);
    await readPointsOfSale(ctx, registration, later);
    await add(4);
    await readPointsOfSale(ctx, registration);
    expect(await fetchStoredPointsOfSale(ctx, entryId)).toEqual([]);
    await readPointsOfSale(ctx, registration, new Date(later.getTime() + 1_000));
    expect(await fetchStoredPointsOfSale(ctx, entryId)).toMatchObject([{ number: 4 }]);
  });

  test('stay unchanged when the authority does not answer, which is reported', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    await add(4);
    const { readAt } = await checkPointsOfSale(ctx, entryId);
    await silence();
    await expect(checkPointsOfSale(ctx, entryId)).rejects.toMatchObject({
      key: 'unavailable',
      code: 'authority-unavailable',
    });
    expect(await pointsOfSaleOf(ctx, entryId)).toMatchObject({
      readAt,
      unavailable: true,
      list: [{ number: 4, usable: true }],
    });
  });

  test('are read once more before an unknown number is refused', async () => {
    const { ctx, entryId, add } = await newLiveSupplier(simulator);
    await add(4);
    expect(await usablePointOfSale(ctx, entryId, { service: 'wsfe', number: 4 })).toEqual({
      kind: 'usable',
      system: 'CAE - Ri Iva',
    });
    const asked = async () => (await simulator.control.stats()).live.wsfe_requests;
    const until = await asked();
    const statements = countStatements();
    expect(await usablePointOfSale(ctx, entryId, { service: 'wsfe', number: 4 })).toEqual({
      kind: 'usable',
      system: 'CAE - Ri Iva',
    });
    // Cause: a whole registration was put together to read one table, for each invoice in live.
    expect(statements()).toBe(1);
    expect(await asked()).toBe(until);
    expect(await usablePointOfSale(ctx, entryId, { service: 'wsfe', number: 9 })).toEqual({
      kind: 'unusable',
      reason: 'missing',
      usable: [4],
    });
    expect(await asked()).toBe(until + 1);
    await silence();
    expect(await usablePointOfSale(ctx, entryId, { service: 'wsfe', number: 9 })).toEqual({
      kind: 'unknown',
    });
  });

  test.each([
    ['blocked', { blocked: true }],
    ['closed', { blocked: true, closedOn: '2026-10-01' }],
    ['other-system', { system: 'CAEA - Ri Iva' }],
  ])('have a reason when they are unusable: %s', async (reason, more) => {
    const { ctx, entryId } = await newLiveSupplier(simulator);
    const point = {
      service: 'wsfe',
      system: 'CAE - Ri Iva',
      blocked: false,
      usable: false,
      readAt: new Date(),
    } as const;
    await database()
      .insert(pointsOfSale)
      .values({ entryId, number: 7, ...point, ...more });
    expect((await pointsOfSaleOf(ctx, entryId)).list).toMatchObject([{ number: 7, usable: false, reason }]);
  });

  test('are not read before there is a certificate, nor for another workspace', async () => {
    const ctx = await newWorkspace('live');
    const { entryId } = await newRegistration(ctx);
    await expect(checkPointsOfSale(ctx, entryId)).rejects.toMatchObject({ code: 'not-registered' });
    await expect(pointsOfSaleOf(await newWorkspace('live'), entryId)).rejects.toMatchObject({
      key: 'not-found',
    });
  });

  test('are any number in the sandbox', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    expect(await usablePointOfSale(ctx, entryId, { service: 'wsfe', number: 99_998 })).toEqual({
      kind: 'usable',
    });
    expect(pointsOfSaleResponse(await checkPointsOfSale(ctx, entryId), '')).toEqual({
      environment: 'sandbox',
      any_number: true,
      list: [],
    });
  });
});
