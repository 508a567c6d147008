import { globSync, readFileSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import messages from '#messages/supplier-data.es.json' with { type: 'json' };

const page = readFileSync('docs/privacy.md', 'utf8');

async function tableNames(): Promise<string[]> {
  const files = globSync('lib/database/tables/*.ts');
  const modules = await Promise.all(files.map((file) => import(`../../${file}`)));
  const values = modules.flatMap((module: Record<string, unknown>) => Object.values(module));
  return values.flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []));
}

test('the privacy page lists exactly the tables of the database', async () => {
  const names = await tableNames();
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.filter((name) => !names.includes(name ?? ''))).toEqual([]);
});

/** Sealed, without names of persons, or not of suppliers alone. */
const withheld = ['webhook_attempts', 'idempotent_answers', 'batches'];

test('a supplier’s data export has every table with a supplier’s rows', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)];
  const ofSuppliers = rows.filter(([, , whom]) => whom?.includes('suppliers')).map(([, name]) => name ?? '');
  expect(ofSuppliers.filter((name) => !withheld.includes(name)).sort()).toEqual(
    Object.keys(messages.parts).sort(),
  );
});
