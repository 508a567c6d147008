import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries, entryStates } from '#lib/database/tables/silo.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import type { AltaError } from '#lib/errors.ts';
import { findSubmission } from '#lib/invoices/submissions.ts';
import { eraseSupplier } from '#lib/privacy/erase-supplier.ts';
import { exportSupplier } from '#lib/privacy/export-supplier.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { archiveEntry, createOrFindEntry, fetchEntry, listEntries, restoreEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { setState } from '#lib/silo/states.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { tablesHolding } from '#tests/support/database-text.ts';
import { onDatabase, withNewDatabase } from '#tests/support/databases.ts';
import { formatCuit } from '#tests/support/new-cuit.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newSupplierEverywhere } from '#tests/support/supplier-everywhere.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf } from '../webhooks/scene.ts';

const simulator = await simulatorOfWorker();

/** Issued invoices, their submissions and how far their series goes, and the queue entries of their jobs. */
const staysByLaw = ['entries', 'invoice_series', 'invoice_submissions', 'unclaimed_vouchers'];

onDatabase('an erased supplier', () => {
  test('is in no row of any table, except for the required records', async () => {
    const { ctx, id, cuit, canaries, invoice, draft, job } = await newSupplierEverywhere(simulator);
    const texts = Object.values(canaries);
    // Each canary was somewhere, or this shows nothing.
    for (const text of texts) expect(await tablesHolding([text])).not.toEqual([]);
    await eraseSupplier(ctx, id, formatCuit(cuit));

    const { customer = '', voucher = '', ...others } = canaries;
    const found: Record<string, string[]> = {};
    for (const [place, text] of Object.entries(others)) {
      const tables = await tablesHolding([text]);
      if (tables.length > 0) found[place] = tables;
    }
    expect(found).toEqual({});
    expect((await tablesHolding([cuit, formatCuit(cuit)])).filter((table) => !isQueue(table))).toEqual(
      staysByLaw,
    );
    expect(await tablesHolding([customer])).toEqual(['entries']);
    expect(await tablesHolding([voucher])).toEqual(['unclaimed_vouchers']);

    expect((await fetchEntry(ctx, invoice.entryId)).stamps).not.toEqual([]);
    for (const gone of [id, draft])
      await expect(fetchEntry(ctx, gone)).rejects.toMatchObject({ key: 'gone', code: 'entry-erased' });
    expect(await fetchJob(ctx, job)).toMatchObject({ key: null, args: {}, tags: [], faults: [] });
    const [newest] = (await entryActivity(ctx, id, { limit: 10 })).list;
    expect(newest).toMatchObject({ action: 'entry.erased', actor: { kind: 'operator' } });
    const told = (await deliveriesOf(ctx)).filter(({ entryId }) => entryId === id);
    expect(told.map(({ event }) => event)).toEqual(['registration.revoked', 'entry.erased']);
  });

  test('accepts no more changes, is in no list, and gives the same answer to a second erasure', async () => {
    const ctx = await newWorkspace();
    const { entryId: id, ref } = await newRegistration(ctx);
    const { name, tax_id } = (await fetchEntry(ctx, id)).doc;
    const first = await eraseSupplier(ctx, id, String(name).toUpperCase());
    expect(await eraseSupplier(ctx, id, 'whatever')).toEqual(first);
    expect(await findByRef(ref)).toEqual({ kind: 'unknown' });
    expect(await listMeta(ctx, id)).toEqual([]);
    const workflowId = (await newRegistrationWorkflow(ctx)).id;
    const data = { name: String(name), tax_id };
    const refused = [
      () => createJob(ctx, { workflowId, entryId: id }),
      () => createOrFindEntry(ctx, { folder: 'suppliers', data }, id),
      () => restoreEntry(ctx, id),
      () => archiveEntry(ctx, id),
      () => setState(ctx, id, { key: 'processing' }),
      () => exportSupplier(ctx, id),
    ];
    for (const each of refused) await expect(each()).rejects.toMatchObject({ code: 'entry-erased' });
    for (const archived of [true, false])
      expect(await listEntries(ctx, { limit: 10, folder: 'suppliers', archived })).toEqual([]);
  });

  test('is not registered by a job that began just before', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    const workflowId = (await newRegistrationWorkflow(ctx)).id;
    const running = await createJob(ctx, { workflowId, entryId: id });
    await advanceJob(running.id);
    const begun = await createJob(ctx, { workflowId, entryId: id });
    await eraseSupplier(ctx, id, '30-71234567-1');
    for (const { id: jobId } of [running, begun]) {
      await advanceJob(jobId);
      expect(await fetchJob(ctx, jobId)).toMatchObject({ status: 'KO' });
    }
    expect(await listMeta(ctx, id)).toEqual([]);
  });

  test('leaves the invoices of another supplier with the same tax code alone', async () => {
    const { ctx, id, cuit, draft } = await newSupplierEverywhere(simulator);
    const data = { name: 'La otra sucursal', tax_id: { country: 'AR', code: cuit } };
    const { entry: twin } = await createOrFindEntry(ctx, { folder: 'suppliers', data });
    await eraseSupplier(ctx, id, cuit);
    expect((await fetchEntry(ctx, draft)).erasedAt).toBeNull();
    expect((await fetchEntry(ctx, twin.id)).doc).toMatchObject(data);
  });
});

describe('a supplier’s erasure is refused', () => {
  onDatabase('when', () => {
    test('the confirmation is wrong, or the entry is no supplier or another workspace’s', async () => {
      const ctx = await newWorkspace();
      const { id } = await newSupplier(ctx);
      await expect(eraseSupplier(ctx, id, 'Otra')).rejects.toMatchObject({ code: 'not-confirmed' });
      await expect(eraseSupplier(ctx, id, '')).rejects.toMatchObject({ code: 'not-confirmed' });
      const stranger = await newWorkspace();
      await expect(eraseSupplier(stranger, id, '30712345671')).rejects.toMatchObject({ key: 'not-found' });
      const data = { name: 'Cliente', tax_id: { country: 'AR', code: '30712345671' } };
      const { entry } = await createOrFindEntry(ctx, { folder: 'customers', data });
      await expect(eraseSupplier(ctx, entry.id, 'Cliente')).rejects.toMatchObject({ code: 'not-a-supplier' });
      expect((await fetchEntry(ctx, id)).erasedAt).toBeNull();
    });

    test('an invoice is under way to the authority', async () => {
      const { ctx, id, cuit, issuer } = await newSupplierEverywhere(simulator);
      await issuer.submit();
      await expect(eraseSupplier(ctx, id, cuit)).rejects.toMatchObject({ code: 'being-issued' });
      expect((await fetchEntry(ctx, id)).erasedAt).toBeNull();
    });
  });

  describe('when, on PostgreSQL,', () => {
    withNewDatabase();

    test('an invoice was submitted while the erasure waited for a lock', async () => {
      const { ctx, id, cuit, issuer } = await newSupplierEverywhere(simulator);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const held = database().transaction(async (tx) => {
        await tx.select().from(registrations).where(eq(registrations.entryId, id)).for('update');
        await released;
      });
      const erasing = eraseSupplier(ctx, id, cuit).then(
        () => 'erased',
        (error: AltaError) => error.code,
      );
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 30_000 });
      const sent = await issuer.submit();
      release();
      await held;
      expect(await erasing).toBe('being-issued');
      expect(await findSubmission(ctx, sent)).toMatchObject({ status: 'queued' });
      expect((await fetchEntry(ctx, sent.entryId)).erasedAt).toBeNull();
    });
  });
});

describe('a change during a supplier’s erasure, on PostgreSQL:', () => {
  withNewDatabase();

  test.each([
    ['a job', (ctx: Context, id: string, workflowId: string) => createJob(ctx, { workflowId, entryId: id })],
    ['a label', (ctx: Context, id: string) => setState(ctx, id, { key: 'processing' })],
    ['its return to the lists', (ctx: Context, id: string) => restoreEntry(ctx, id)],
  ] as const)('%s leaves nothing behind', async (_, begin) => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    const workflowId = (await newRegistrationWorkflow(ctx)).id;
    await archiveEntry(ctx, id);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: erased, resolve: isErased } = Promise.withResolvers<void>();
    const erasing = database().transaction(async (tx) => {
      await eraseSupplier({ ...ctx, tx }, id, '30712345671');
      isErased();
      await released;
    });
    await Promise.race([erased, erasing]);
    const begun = begin(ctx, id, workflowId).then(
      () => 'done',
      () => 'refused',
    );
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), { timeout: 30_000 });
    release();
    await erasing;
    await begun;
    const [row] = await database().select().from(entries).where(eq(entries.id, id));
    expect(row).toMatchObject({ state: 'void', archivedAt: expect.any(Date) });
    expect(await database().$count(jobs, eq(jobs.entryId, id))).toBe(0);
    expect(await database().$count(entryStates, eq(entryStates.entryId, id))).toBe(0);
  });
});

async function waitingForLocks(): Promise<number | undefined> {
  const { rows } = await database().execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
}

/** It names a supplier's lane as long as there is something to do for an invoice of theirs. */
const isQueue = (table: string) => table.startsWith('pgboss.');
