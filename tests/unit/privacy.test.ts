import { globSync, readFileSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

const page = readFileSync('docs/privacy.md', 'utf8');

async function tableNames(): Promise<string[]> {
  const files = globSync('lib/database/tables/*.ts');
  const modules = await Promise.all(files.map((file) => import(`../../${file}`)));
  const values = modules.flatMap((module: Record<string, unknown>) => Object.values(module));
  return values.flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []));
}

test('each table of the database is on the page that says what is kept of people, and none besides', async () => {
  const names = await tableNames();
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.filter((name) => !names.includes(name ?? ''))).toEqual([]);
});
