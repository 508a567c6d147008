// @module-tag slow
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { openInstallation, takeUpVaultKey } from '#lib/database/installation.ts';
import { rotateVault } from '#lib/database/rotate-vault.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { vaultKeys } from '#lib/database/tables/vault.ts';
import { readKeys, refreshVault, takeUpFirstKey } from '#lib/database/vault-state.ts';
import { replaceShared } from '#lib/shared.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { rotateSecret } from '#lib/webhooks/secrets.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { sealEverywhere } from '#tests/support/sealed-everywhere.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import {
  configure,
  everythingOpens,
  idOf,
  newKey,
  rotateToTheEnd,
  sealedUnder,
} from '#tests/support/vault-keys.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();

/** Opens it with these keys as the application does, and closes it. Gives why it did not open. */
async function startWith({ url = '', dataDir }: DatabaseSource, keys: string[]): Promise<string> {
  configure(keys);
  onTestFinished(setEnvironment({ DATABASE_URL: url, DATA_DIR: dataDir }));
  const opened = await openInstallation().catch(String);
  if (typeof opened === 'string') return opened;
  await takeUpVaultKey(opened);
  await opened.close();
  return 'opened';
}

/** A database in which `work` is done under the key. */
async function sealed<Made>(key: string, work: () => Promise<Made>) {
  const source = await newDatabase();
  configure([key]);
  return { source, made: await withDatabase(source, work) };
}

describe('a vault key that is changed', () => {
  test('what was sealed under the former opens, is wrapped anew by two at once under load, and needs it no more', async () => {
    const [former, next] = [newKey(), newKey()];
    const { source, made } = await sealed(former, () => sealEverywhere(simulator));
    configure([next, former]);
    await withDatabase(source, async () => {
      await takeUpFirstKey(database());
      await everythingOpens();
      expect(await sealedUnder(idOf(former))).toBeGreaterThan(10);
      const writes = Array.from({ length: 8 }, () => rotateSecret(made.ctx, { overlapHours: 0 }));
      await Promise.all([rotateVault(database()), rotateVault(database()), ...writes]);
      await rotateToTheEnd();
      expect(await sealedUnder(idOf(former))).toBe(0);
      configure([next]);
      await everythingOpens();
      const isOfRef = sql`${registrationLinks.refHash} = ${hashRef(made.ref)}`;
      expect(await database().$count(registrationLinks, isOfRef)).toBe(1);
    });
  });
});

test('neither the former key nor the new one is done without before its time, and the ids are named', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, newWorkspace);
  expect(await startWith(source, [next])).toContain(idOf(former));
  expect(await startWith(source, [former, next])).toBe('opened');
  // A script changes nothing.
  configure([next, former]);
  await withDatabase(source, async () =>
    expect([(await readKeys(database())).length, await sealedUnder(idOf(next))]).toEqual([1, 0]),
  );
  expect(await startWith(source, [next, former])).toBe('opened');
  // Who does not know the new one ends with words, rather than seal under the former.
  const refusal = await startWith(source, [former]);
  expect(refusal).toContain(idOf(next));
  expect(refusal).not.toContain(next);
  configure([next, former]);
  await withDatabase(source, rotateToTheEnd);
  expect(await startWith(source, [next])).toBe('opened');
  // A process that still has the order of before changes nothing back.
  expect(await startWith(source, [former, next])).toBe('opened');
  expect(await startWith(source, [next])).toBe('opened');
});

test('a value whose data key does not open keeps the former key needed', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, () => sealEverywhere(simulator));
  configure([next, former]);
  await withDatabase(source, async () => {
    await takeUpFirstKey(database());
    await database().execute(sql`update registration_links
      set ref_sealed = split_part(ref_sealed, '.', 1) || '.' || split_part(ref_sealed, '.', 2) || '.AAAA.AAAA'`);
    const { state, unopened } = await rotateVault(database());
    expect([state, unopened]).toEqual(['under-way', 1]);
    await expect(rotateToTheEnd()).rejects.toThrow('did not end');
  });
  expect(await startWith(source, [next])).toContain(idOf(former));
});

test('a row that somebody holds meanwhile is not waited for, and keeps the former key needed', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, async () =>
    rotateSecret(await newWorkspace(), { overlapHours: 0 }),
  );
  configure([next, former]);
  await withDatabase(source, async () => {
    await takeUpFirstKey(database());
    await database().transaction(async (tx) => {
      await tx.execute(sql`select 1 from webhook_secrets for update`);
      const { state, passedOver } = await rotateVault(database());
      expect([state, passedOver]).toEqual(['under-way', 1]);
      await expect(rotateToTheEnd()).rejects.toThrow('did not end');
    });
    await rotateToTheEnd();
    expect(await sealedUnder(idOf(former))).toBe(0);
  });
});

test('a process that runs on takes to the key with which another begins, or learns that it does not have it', async () => {
  const [former, next] = [newKey(), newKey()];
  const { source } = await sealed(former, newWorkspace);
  configure([former, next]);
  await withDatabase(source, async () => {
    await database().update(vaultKeys).set({ current: false });
    await database()
      .insert(vaultKeys)
      .values({ id: idOf(next), current: true });
    expect((await refreshVault(database())).id).toBe(idOf(next));
    await rotateSecret(await newWorkspace(), { overlapHours: 0 });
    expect(await sealedUnder(idOf(next))).toBe(1);
    configure([former]);
    replaceShared('vault.keys', undefined);
    await expect(refreshVault(database())).rejects.toThrow(idOf(next));
  });
});
