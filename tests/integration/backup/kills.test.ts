// @module-tag slow
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { unsealFile } from '#lib/backup/backup-file.ts';
import { Beginning, rowsIn } from '#lib/backup/contents.ts';
import { filledTables, readContents } from '#lib/backup/restore.ts';
import { type DatabaseSource, openWithoutMigrating } from '#lib/database/client.ts';
import { startAlta } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { newBareDatabase, newDatabase } from '#tests/support/databases.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { sealEverywhere, sealMany } from '#tests/support/sealed-everywhere.ts';
import { openSealed } from '#tests/support/sealed-values.ts';
import { authorityOf, simulatorOfWorker } from '#tests/support/simulator.ts';
import { killer, run } from '#tests/support/starting.ts';
import { configure, newKey, withKeys } from '#tests/support/vault-keys.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey } from '#tests/support/workspace.ts';

/** `ALTA_KILLS=50 npx vitest run --project integration tests/integration/backup/kills.test.ts` for the long run. */
const kills = Number(process.env.ALTA_KILLS ?? 2);
/** So that there is a middle to be killed in. */
const values = 2_000;

vi.setConfig({ testTimeout: 120_000 + kills * 30_000 });
const simulator = await simulatorOfWorker();
const key = newKey();

const environmentOf = ({ url = '', dataDir }: DatabaseSource) => ({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  ...withKeys([key]),
});

/** How many rows are in it; @throws when any is missing that its end tells of. */
const rowsOf = async (file: string) => rowsIn(await readContents(unsealFile(file), Beginning));

async function tablesWithRows(source: DatabaseSource): Promise<string[]> {
  const { db, close } = await openWithoutMigrating(source);
  return filledTables(db).finally(close);
}

describe('killed backups and restores', () => {
  test('leave a whole file or none, a whole database or an empty one, and disturb no server', async () => {
    configure([key]);
    const source = await newDatabase();
    const apiKey = await withDatabase(source, async () => {
      const { ctx } = await sealEverywhere(simulator);
      await sealMany(ctx, values);
      return newApiKey(ctx);
    });
    const alta = await startAlta(source, { ...authorityOf(simulator), ...withKeys([key]) });
    onTestFinished(alta.stop);
    const call = apiClient(alta.origin, apiKey);
    const directory = mkdtempSync(join(fastDirectory(), 'alta-backups-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));

    const file = (count: number) => join(directory, `${count}.backup`);
    const [kill, killRestore] = [killer(), killer()];
    let killed = 0;
    for (let count = 0; count < kills; count += 1) {
      if (await kill(['scripts/backup.ts', file(count)], environmentOf(source))) killed += 1;
      expect((await call('GET', '/silo/v1/entries')).status).toBe(200);
      if (existsSync(file(count))) expect(await rowsOf(file(count))).toBeGreaterThan(values);
    }
    const whole = file(kills);
    const made = await run(['scripts/backup.ts', whole], environmentOf(source));
    expect([made.code, made.said]).toEqual([0, expect.stringContaining('acknowledged before')]);

    let target = await newBareDatabase();
    for (let count = 0; count < kills; count += 1) {
      if (await killRestore(['scripts/restore.ts', whole], environmentOf(target))) killed += 1;
      if ((await tablesWithRows(target)).length === 0) continue;
      expect((await looking(target, openSealed)).length).toBeGreaterThan(values);
      target = await newBareDatabase();
    }
    const restored = await run(['scripts/restore.ts', whole], environmentOf(target));
    expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('Start Alta now.')]);
    console.log(`${killed} kills of backups and restores`);
  });
});
