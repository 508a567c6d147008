import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { findIssuer, listRegisteredSuppliers } from '#lib/invoices/issuer.ts';
import { listCandidates } from '#lib/registrations/delegation.ts';
import { withNewDatabase } from '#tests/support/databases.ts';
import { addSuppliers } from '#tests/support/many-suppliers.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

withNewDatabase();

/** What a session did is counted a second later, unless it is told to say so. */
async function usesOfIndex(): Promise<number> {
  await database().execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await database().execute<{ scans: number }>(
    sql`select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'entries_by_words'`,
  );
  return rows[0]?.scans ?? Number.NaN;
}

test('the issuer, registered suppliers and delegates are found among thousands by the index of words', async () => {
  const ctx = await newWorkspace('live');
  await addSuppliers(ctx, 3_000);
  await database().execute(sql`vacuum analyze`);
  const [registered] = await listRegisteredSuppliers(ctx);
  const code = registered?.snippet.tax_code?.replace('AR', '') ?? '';
  const asks = [
    () => findIssuer(ctx, code, new Date()),
    () => listRegisteredSuppliers(ctx, { q: code }),
    () => listCandidates(ctx, { q: code }),
  ];
  for (const ask of asks) {
    const before = await usesOfIndex();
    await ask();
    expect(await usesOfIndex()).toBe(before + 1);
  }
});
