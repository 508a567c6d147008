// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backUp } from '#lib/backup/back-up.ts';
import { restore } from '#lib/backup/restore.ts';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { recordIdentity } from '#lib/database/restore-detection.ts';
import { unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { databaseIdentities } from '#lib/database/tables/schema.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { newBareDatabase, newDatabase } from '#tests/support/databases.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { type Json, line } from '#tests/support/invoices.ts';
import { type Issuer, newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { jobOf, seriesOf, statusAndNumber, submissionOf } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

async function backedUp(source: DatabaseSource): Promise<string> {
  const directory = mkdtempSync(join(fastDirectory(), 'alta-backups-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'alta.backup');
  await looking(source, () => backUp(database(), new Date(), file));
  return file;
}

async function restored(file: string): Promise<DatabaseSource> {
  const source = await newBareDatabase();
  await restore(file, source);
  return source;
}

/** An invoice whose job is created an hour from now, as if all the others had been sent an hour before. */
async function submitLater(issuer: Issuer, more: Json = {}) {
  const entry = await issuer.write(more);
  const { id } = await createJob(issuer.ctx, { workflowId: issuer.workflowId, entryId: entry.id });
  const createdAt = new Date(Date.now() + 3_600_000);
  await database().update(jobs).set({ createdAt }).where(eq(jobs.id, id));
  await advanceJob(id);
  return { entryId: entry.id, jobId: id };
}

const unclaimedNumbers = async ({ cuit }: Issuer) => {
  const rows = await database().select().from(unclaimedVouchers).where(eq(unclaimedVouchers.cuit, cuit));
  return rows.map(({ number }) => number).sort((one, other) => one - other);
};

const sendAll = ({ cuit }: Issuer) => sendSeries(seriesOf({ cuit }));
const caes = async ({ cuit }: Issuer) =>
  (await authority.control.vouchers('sandbox', cuit)).map(({ cae }) => cae);

describe('a restored backup', () => {
  test('recovers invoices authorized since then, and issues none a second time', async () => {
    const source = await newDatabase();
    const { issuer, queued, unsent } = await withDatabase(source, async () => {
      const issuer = await newIssuer(authority);
      await issuer.submit({ lines: [line('1.00')] });
      await sendAll(issuer);
      const queued = [
        await issuer.submit(),
        await issuer.submit(),
        await issuer.submit({ lines: [line('7.00')] }),
      ];
      // Its job is there, and has not come to its turn yet.
      const entry = await issuer.write({ lines: [line('9.00')] });
      const job = await createJob(issuer.ctx, { workflowId: issuer.workflowId, entryId: entry.id });
      return { issuer, queued, unsent: { entryId: entry.id, jobId: job.id } };
    });
    const file = await backedUp(source);
    const before = await withDatabase(source, async () => {
      await sendAll(issuer);
      await advanceJob(unsent.jobId);
      // An entry that the backup does not know.
      await issuer.submit({ lines: [line('3.00')] });
      await sendAll(issuer);
      return Promise.all([...queued, unsent].map(async (sent) => (await submissionOf(sent)).cae));
    });
    expect(await caes(issuer)).toHaveLength(6);
    await withDatabase(await restored(file), async () => {
      await sendAll(issuer);
      await advanceJob(unsent.jobId);
      await sendAll(issuer);
      for (const sent of [...queued, unsent]) {
        expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
      }
      const after = await Promise.all(
        [...queued, unsent].map(async (sent) => (await submissionOf(sent)).cae),
      );
      expect(after).toEqual(before);
      expect(await caes(issuer)).toHaveLength(6);
      // What is new goes on behind all of them, also when it is like the one that nobody knows any more.
      const next = await submitLater(issuer, { lines: [line('3.00')] });
      await sendAll(issuer);
      expect(await statusAndNumber(next)).toEqual(['authorised', 7]);
    });
  });

  test('records the numbers of lost invoices, however late the next one comes', async () => {
    const source = await newDatabase();
    const issuer = await withDatabase(source, () => newIssuer(authority));
    const file = await backedUp(source);
    await withDatabase(source, async () => {
      await issuer.submit();
      await issuer.submit();
      await sendAll(issuer);
    });
    const next = async (restoredDaysAgo: number) => {
      const firstSeenAt = sql`now() - ${`${restoredDaysAgo} days`}::interval`;
      if (restoredDaysAgo > 0) await database().update(databaseIdentities).set({ firstSeenAt });
      const sent = await submitLater(issuer);
      await sendAll(issuer);
      return statusAndNumber(sent);
    };
    // A restore of two months ago no longer counts: what is older than the open jobs is other software's.
    await withDatabase(await restored(file), async () => {
      await recordIdentity(database());
      expect(await next(61)).toEqual(['authorised', 3]);
      expect(await unclaimedNumbers(issuer)).toEqual([]);
    });
    await withDatabase(await restored(file), async () => {
      expect(await next(0)).toEqual(['authorised', 4]);
      expect(await unclaimedNumbers(issuer)).toEqual([1, 2, 3]);
    });
  });
});
