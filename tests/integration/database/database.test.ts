import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/database/client.ts';
import { embedded, onEachDatabase, postgres } from '#tests/support/databases.ts';

const run = promisify(execFile);

onEachDatabase('a database', (kind) => {
  test('has its schema after the first start and keeps its rows over the second', async () => {
    const { source, remove } = await kind.createBare();
    const first = await openDatabase(source);
    await first.db.execute(
      sql`insert into workspaces (id, name, slug, environment) values (gen_random_uuid(), 'A', 'a', 'live')`,
    );
    await first.close();
    const second = await openDatabase(source);
    const { rows } = await second.db.execute(sql`select slug from workspaces`);
    expect(rows).toEqual([{ slug: 'a' }]);
    await second.close();
    remove();
  });
});

describe('the embedded database', () => {
  test('refuses a second process and says what to do', async () => {
    const { source, remove } = await embedded.create();
    const mine = await openDatabase(source);
    const script = `
      const { openDatabase } = await import('#lib/database/client.ts');
      await openDatabase({ dataDir: ${JSON.stringify(source.dataDir)} });`;
    const other = await run(process.execPath, ['--input-type=module', '-e', script]).catch((error) => error);
    expect(other.code).not.toBe(0);
    expect(other.stderr).toMatch(/open in another process[\s\S]*DATABASE_URL/);
    await mine.close();
    const again = await openDatabase(source);
    await again.close();
    remove();
  });
});

describe.skipIf(!inject('postgresUrl'))('PostgreSQL', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map((database) => database.close())));

  test('is migrated once by instances that start at the same time', async () => {
    const { source } = await postgres.createBare();
    const instances = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ ...source, poolSize: 2 })),
    );
    opened.push(...instances);
    for (const { db } of instances) {
      const { rows } = await db.execute<{
        tables: number;
      }>(sql`select count(*)::int as tables from information_schema.tables
        where table_schema = 'public'`);
      expect(rows[0]?.tables).toBeGreaterThan(10);
    }
  });
});
