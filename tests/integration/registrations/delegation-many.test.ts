// @module-tag slow
import { eq, isNull, lte } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { checkDelegation } from '#lib/registrations/delegation.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { submissionOf } from '#tests/integration/invoices/scene.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newPlatform, openRegistration } from '#tests/support/delegation.ts';
import { classA } from '#tests/support/invoices.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 30 });
const minuteMs = 60_000;
const many = 1_000;

onNewDatabase('a thousand delegating suppliers', () => {
  test('share one ticket, fetched once in ten minutes, and are invoiced separately', async () => {
    await simulator.control.reset();
    const platform = await newPlatform(simulator);
    const { ctx } = platform;
    const claimedAt = new Date();
    const suppliers: { entryId: string; cuit: string }[] = [];
    for (let count = 0; count < many; count += 1) {
      const cuit = newCuit('30');
      const data = { name: `Proveedor ${count} S.A.`, tax_id: { country: 'AR', code: cuit } };
      const { id: entryId } = await createEntry(ctx, { folder: 'suppliers', data });
      suppliers.push({ entryId, cuit });
    }
    const three = suppliers.slice(0, 3);
    // Of the others only what the sweep reads: a thousand key pairs would be most of this test.
    for (const { entryId } of three) await openRegistration(ctx, entryId, 'delegation');
    await database()
      .insert(delegations)
      .values(
        suppliers.map(({ entryId }) => ({
          entryId,
          workspaceId: ctx.workspace.id,
          environment: 'live' as const,
          delegateEntryId: platform.entryId,
          delegateCuit: platform.cuit,
          claimedAt,
          nextCheckAt: claimedAt,
        })),
      );
    const logins = async () => (await simulator.control.stats()).live.logins;
    /** The checks that are due, as workers make them, fifty at a time. */
    const sweep = async (now: Date) => {
      const due = await database().select().from(delegations).where(lte(delegations.nextCheckAt, now));
      for (let from = 0; from < due.length; from += 50) {
        await Promise.all(due.slice(from, from + 50).map((row) => checkDelegation(row, now)));
      }
    };
    const before = await logins();
    await sweep(new Date());
    expect(await logins()).toBe(before);
    expect(await waiting()).toBe(many);

    for (const { cuit } of suppliers) {
      await platform.delegate(cuit);
      await platform.accept(cuit);
    }
    await simulator.control.clock(3 * 60);
    await sweep(new Date(Date.now() + 16 * minuteMs));
    // Who came while the ticket was fetched comes again in a few seconds.
    await sweep(new Date(Date.now() + 17 * minuteMs));
    expect(await logins()).toBe(before + 1);
    expect(await waiting()).toBe(0);

    // One of three loses it, the first: the series of the others do not wait for it.
    const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
    const [lost] = three;
    if (!lost) throw new Error('there are no suppliers');
    const sent = [];
    for (const { cuit } of three) {
      await simulator.addPointOfSale({ cuit, number: 3, system: 'RECE' });
      const supplier = { name: 'Proveedor S.A.', tax_id: { country: 'AR', code: cuit } };
      const entry = await createEntry(ctx, { folder: 'invoices', data: classA({ supplier, series: '3' }) });
      const job = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
      await advanceJob(job.id);
      sent.push({ entryId: entry.id });
    }
    await database()
      .update(delegations)
      .set({ lostAt: new Date() })
      .where(eq(delegations.entryId, lost.entryId));
    await Promise.all(
      three.map(({ cuit }) => sendSeries({ environment: 'live', cuit, pointOfSale: 3, documentType: 1 })),
    );
    const statuses = await Promise.all(sent.map(async (each) => (await submissionOf(each)).status));
    expect(statuses).toEqual(['queued', 'authorised', 'authorised']);
    expect(await logins()).toBe(before + 1);

    function waiting() {
      return database().$count(delegations, isNull(delegations.grantedAt));
    }
  }, 480_000);
});
