// @module-tag slow
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '#lib/backup/restore.ts';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions, unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { repair } from '#lib/workers.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newBareDatabase, newOwnDatabase } from '#tests/support/databases.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { classA } from '#tests/support/invoices.ts';
import { issueAsSupplier, newIntegrator } from '#tests/support/issue-by-api.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import { type StubbornClient, stubbornClient } from '#tests/support/stubborn-client.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';

/** Issues one invoice after the other; `acknowledged` has the entries of those whose job was taken on. */
function issuing(call: StubbornClient, workflow: string, cuit: string) {
  const acknowledged: { id: string; at: number }[] = [];
  let isOver = false;
  const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  const one = async () => {
    const key = randomUUID();
    const { issue_date: _, ...data } = classA({ supplier });
    const invoice = { folder: 'invoices', data };
    const { id } = await call('POST', '/silo/v1/entries', invoice, `invoice-${key}`);
    await call('POST', '/transform/v1/jobs', { workflow_id: workflow, silo_entry_id: id }, `job-${key}`);
    acknowledged.push({ id, at: Date.now() });
  };
  const pace = async () => {
    while (!isOver) {
      await one();
      await sleep(200);
    }
  };
  const ended = Promise.all([pace(), pace(), pace()]);
  return {
    acknowledged,
    async end() {
      isOver = true;
      await ended;
    },
  };
}

type Told = (string | number | null)[];
const byNumber = ([one]: Told, [other]: Told) => Number(one) - Number(other);

test('a backup made under load has every acknowledged write, and its restore reports later invoices', async () => {
  const [{ source, remove }, simulator] = [newOwnDatabase(), await startSimulator()];
  const files = mkdtempSync(join(fastDirectory(), 'alta-backups-'));
  onTestFinished(async () => {
    await simulator.stop();
    remove();
    rmSync(files, { recursive: true });
  });
  const { apiKey, workflows } = await withDatabase(source, newIntegrator);
  const env = { ...authorityOf(simulator), RATE_LIMIT_FACTOR: '100000' };
  let alta = await startAlta(source, env);
  onTestFinished(() => alta.stop());
  const call = stubbornClient(() => alta.origin, apiKey);
  const { cuit } = await issueAsSupplier(call, workflows, simulator);

  const load = issuing(call, workflows.invoice, cuit);
  await eventually(
    async () => load.acknowledged.length,
    (count) => count >= 10,
  );
  const [file, begun] = [join(files, 'alta.backup'), Date.now()];
  const { code, said } = await run(['scripts/backup.ts', file], {
    DATABASE_URL: '',
    DATA_DIR: source.dataDir,
  });
  expect([code, said]).toEqual([0, expect.stringContaining('acknowledged before')]);
  const before = load.acknowledged.filter(({ at }) => at < begun);
  const atLeast = load.acknowledged.length + 5;
  await eventually(
    async () => load.acknowledged.length,
    (count) => count >= atLeast,
  );
  await load.end();
  await eventually(
    () => simulator.control.vouchers('sandbox', cuit),
    (vouchers) => vouchers.length >= load.acknowledged.length,
  );
  alta.process.kill('SIGKILL');

  const target = await newBareDatabase();
  await restore(file, target);
  // What is due for less than a minute has its entry in the queue made by the next repair: here that is now.
  await withDatabase(target, () => repair(new Date(Date.now() + 3_600_000)));
  alta = await startAlta(target, env);
  const isIssued = async (id: string) => (await call('GET', `/silo/v1/entries/${id}`)).state === 'sent';
  for (const { id } of before) await eventually(() => isIssued(id), Boolean);
  // One more makes the series look up what it missed.
  const next = issuing(call, workflows.invoice, cuit);
  await eventually(
    async () => next.acknowledged.length,
    (count) => count >= 1,
  );
  await next.end();
  for (const { id } of next.acknowledged) await eventually(() => isIssued(id), Boolean);
  await alta.stop();

  const vouchers = await simulator.control.vouchers('sandbox', cuit);
  await looking(target, async () => {
    const ours = await database().select().from(invoiceSubmissions);
    const known = await database().select().from(unclaimedVouchers);
    const told = [
      ...ours.map(({ number, cae }) => [number, cae]),
      ...known.map(({ number, voucher }) => [number, voucher.cae]),
    ];
    expect(told.sort(byNumber)).toEqual(vouchers.map(({ number, cae }) => [number, cae]));
    expect(known.length).toBeGreaterThan(0);
    const kept = new Set(ours.map(({ entryId }) => entryId));
    expect(before.filter(({ id }) => !kept.has(id))).toEqual([]);
  });
}, 300_000);
