import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { nameOfColumn, type SealedColumn, sealedColumns } from '#lib/database/sealed-columns.ts';
import { verifySealed } from '#lib/database/sealed-values.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { sealEverywhere } from '#tests/support/sealed-everywhere.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';

const simulator = await simulatorOfWorker();

const listed = Object.values<SealedColumn>(sealedColumns).map(nameOfColumn);

/** A column of type `Sealed` is named so, and steps have sealed configurations. */
const holdsSealed = (name: string) => name.endsWith('_sealed') || name === 'steps' || name === 'rescue';

test('every column that holds sealed values is listed', async () => {
  const found: string[] = [];
  for (const file of globSync('*.ts', { cwd: 'lib/database/tables' })) {
    const tables: Record<string, unknown> = await import(
      `../../../lib/database/tables/${basename(file, '.ts')}.ts`
    );
    for (const table of Object.values(tables)) {
      if (!is(table, PgTable)) continue;
      const names = Object.values(getTableColumns(table)).map(({ name }) => name);
      found.push(...names.filter(holdsSealed).map((name) => `${getTableName(table)}.${name}`));
    }
  }
  expect(found.toSorted()).toEqual(listed.toSorted());
});

onNewDatabase('what is sealed', () => {
  beforeAll(async () => {
    await sealEverywhere(simulator);
  });

  test('is found wherever it is, and opens there', async () => {
    const verified = await verifySealed(database());
    expect(verified.map(({ name }) => name)).toEqual(listed);
    for (const { name, opened, failures } of verified) {
      expect([name, failures]).toEqual([name, []]);
      expect([name, opened > 0]).toEqual([name, true]);
    }
    // As many as there are in the rows, of whichever table.
    const everywhere = (await textOfDatabase()).match(/\bv\d\.[0-9a-f]{12}\.[\w-]{80}\./g) ?? [];
    expect(verified.reduce((sum, { opened }) => sum + opened, 0)).toBe(everywhere.length);
  });

  test('and does not open where it does not belong', async () => {
    const { ctx } = await sealEverywhere(simulator);
    const ofOther = sql`(select ref_sealed from registration_links where workspace_id <> ${ctx.workspace.id} limit 1)`;
    await database()
      .update(registrationLinks)
      .set({ refSealed: sql`${ofOther}` })
      .where(sql`${registrationLinks.workspaceId} = ${ctx.workspace.id}`);
    const links = (await verifySealed(database())).find(
      ({ name }) => name === 'registration_links.ref_sealed',
    );
    expect(links).toMatchObject({ failed: 1, failures: [{ place: { workspace: ctx.workspace.id } }] });
  });
});
