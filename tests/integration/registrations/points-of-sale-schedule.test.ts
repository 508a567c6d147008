import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { overdue } from '#lib/queue-repair.ts';
import { pointsOfSaleOf } from '#lib/registrations/check-points-of-sale.ts';
import { endRegistrations } from '#lib/registrations/create.ts';
import { lookForPointOfSale } from '#lib/registrations/points-of-sale.ts';
import { supplierOf } from '#tests/support/certified.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const minuteMs = 60_000;

onDatabase('a live supplier’s point of sale', () => {
  async function newWaiting() {
    const supplier = await newLiveSupplier(simulator);
    const row = async () => {
      const [found] = await database()
        .select()
        .from(registrations)
        .where(eq(registrations.entryId, supplier.entryId));
      if (!found) throw new Error('there is no registration');
      return found;
    };
    /** The reading that is due next, as a worker makes it. */
    async function readNext() {
      const { id, pointsOfSaleAttempts: attempts, nextPointsOfSaleAt } = await row();
      if (!nextPointsOfSaleAt) throw new Error('nothing is due');
      await lookForPointOfSale({ registrationId: id, attempts }, nextPointsOfSaleAt);
    }
    /** Minutes from one reading to the next. */
    async function waitAfter(): Promise<number | undefined> {
      const { nextPointsOfSaleAt: before } = await row();
      await readNext();
      const { nextPointsOfSaleAt: after } = await row();
      return before && after ? (after.getTime() - before.getTime()) / minuteMs : undefined;
    }
    return { ...supplier, row, readNext, waitAfter };
  }

  test('is new when the last reading did not have it', async () => {
    const { row, readNext, add } = await newWaiting();
    await readNext();
    expect((await row()).pointOfSaleClaimedAt).toBeNull();
    await add(4);
    await readNext();
    const { pointOfSaleClaimedAt, pointsOfSaleReadAt } = await row();
    expect(pointOfSaleClaimedAt).toEqual(pointsOfSaleReadAt);
  });

  test('is looked up automatically, at growing intervals, until one is usable', async () => {
    const { waitAfter, readNext, row, add, ctx, entryId } = await newWaiting();
    const { completedAt, nextPointsOfSaleAt } = await row();
    expect((nextPointsOfSaleAt?.getTime() ?? 0) - (completedAt?.getTime() ?? 0)).toBe(2 * minuteMs);
    expect([await waitAfter(), await waitAfter()]).toEqual([5, 10]);
    await add(4);
    await readNext();
    expect((await pointsOfSaleOf(ctx, entryId)).list).toMatchObject([{ number: 4, usable: true }]);
    expect(await row()).toMatchObject({ nextPointsOfSaleAt: null });
  });

  test('is looked up again after the authority did not answer', async () => {
    const { waitAfter, readNext, row, add } = await newWaiting();
    await simulator.control.faults({ environment: 'live', target: 'wsfe', kind: 'http-503', count: 1 });
    expect(await waitAfter()).toBe(5);
    await add(4);
    await readNext();
    expect(await row()).toMatchObject({ nextPointsOfSaleAt: null });
  });

  test('is not looked up when one is usable from the start', async () => {
    const { row, add, readNext } = await newWaiting();
    await add(9);
    await readNext();
    const { id } = await row();
    const { wsfe_requests: before } = (await simulator.control.stats()).live;
    await lookForPointOfSale({ registrationId: id, attempts: 0 });
    await lookForPointOfSale({ registrationId: id, attempts: 1 });
    expect((await simulator.control.stats()).live.wsfe_requests).toBe(before);
  });

  test('is looked up once for each queue entry, also by two workers', async () => {
    const { row } = await newWaiting();
    const { id, nextPointsOfSaleAt } = await row();
    const due = nextPointsOfSaleAt ?? new Date();
    const reading = { registrationId: id, attempts: 0 };
    await Promise.all([lookForPointOfSale(reading, due), lookForPointOfSale(reading, due)]);
    expect(await row()).toMatchObject({ pointsOfSaleAttempts: 1 });
  });

  test('is no longer looked up after a month, nor after the registration was ended', async () => {
    const { row, ctx, entryId } = await newWaiting();
    const { id, completedAt } = await row();
    const monthLater = new Date((completedAt?.getTime() ?? 0) + 30 * 24 * 60 * minuteMs);
    await lookForPointOfSale({ registrationId: id, attempts: 0 }, monthLater);
    expect(await row()).toMatchObject({ nextPointsOfSaleAt: null });
    const other = await newWaiting();
    await database().transaction((tx) => endRegistrations(tx, other.ctx, other.entryId, new Date()));
    expect(await other.row()).toMatchObject({ nextPointsOfSaleAt: null });
    expect(ctx.workspace.id).not.toBe(other.ctx.workspace.id);
    expect(entryId).not.toBe(other.entryId);
  });

  test('is looked up although the queue entry was lost', async () => {
    const { row, ctx } = await newWaiting();
    const { id, nextPointsOfSaleAt } = await row();
    const late = new Date((nextPointsOfSaleAt?.getTime() ?? 0) + minuteMs);
    const ours = async () =>
      (await overdue('points-of-sale-read', late)).filter(
        ({ lane }) => lane.workspaceId === ctx.workspace.id,
      );
    expect(await ours()).toEqual([]);
    await database().execute(`delete from pgboss.job where data ->> 'registrationId' = '${id}'`);
    expect(await ours()).toMatchObject([{ payload: { registrationId: id, attempts: 0 } }]);
  });

  test('is any number in the sandbox, without a look-up', async () => {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    await (await supplierOf(ctx, simulator, entryId)).register();
    const [row] = await database().select().from(registrations).where(eq(registrations.entryId, entryId));
    expect(row).toMatchObject({ completedAt: expect.any(Date), nextPointsOfSaleAt: null });
  });
});
