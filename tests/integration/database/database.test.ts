import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#lib/database/client.ts';
import { newBareDatabase } from '#tests/support/databases.ts';

describe('a database', () => {
  test('has its schema after the first start, and keeps its rows over the second', async () => {
    const source = await newBareDatabase();
    const first = await openDatabase(source);
    await first.db.execute(
      sql`insert into workspaces (id, name, slug, environment) values (gen_random_uuid(), 'A', 'a', 'live')`,
    );
    await first.close();
    const second = await openDatabase(source);
    const { rows } = await second.db.execute(sql`select slug from workspaces`);
    expect(rows).toEqual([{ slug: 'a' }]);
    await second.close();
  });

  test('is migrated once when instances start at the same time', async () => {
    const source = await newBareDatabase();
    const instances = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ ...source, poolSize: 2 })),
    );
    onTestFinished(() => void Promise.all(instances.map(({ close }) => close())));
    for (const { db } of instances) {
      const { rows } = await db.execute<{
        tables: number;
      }>(sql`select count(*)::int as tables from information_schema.tables
        where table_schema = 'public'`);
      expect(rows[0]?.tables).toBeGreaterThan(10);
    }
  });
});
