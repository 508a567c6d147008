import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { altaErrorOf } from '#lib/http/problem.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { withNewDatabase } from '#tests/support/databases.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

/** An entry whose key names a SQLSTATE meets with it. */
async function seed() {
  const ctx = await newWorkspace();
  const { workspace } = ctx;
  const apiKey = await newApiKey(ctx);
  await database().execute(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the test' using errcode = new.key; end $$`);
  await database().execute(
    sql.raw(`create trigger refuse before insert on entries for each row
      when (new.key is not null and new.workspace_id = '${workspace.id}') execute function refuse()`),
  );
  return { apiKey };
}

onServer('a write that the database refuses', { seed }, (server) => {
  const create = (key?: string) =>
    apiClient(server().alta.origin, server().seeded.apiKey)('POST', '/silo/v1/entries', {
      data: { name: 'Ferretería El Tornillo S.R.L.', tax_id: { country: 'AR', code: supplierCuit } },
      ...(key ? { key } : {}),
    });

  test.each([
    ['its disk is full', '53100'],
    ['a statement took too long', '57014'],
    ['it only reads', '25006'],
  ])('because %s is answered as unavailable, with a time to retry', async (_why, state) => {
    const refused = await create(state);
    expect(refused).toMatchObject({ status: 503, body: { key: 'unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(refused.body)).not.toContain('refused by the test');
    expect((await create()).status).toBe(200);
  });

  test('for any other reason is answered as a defect', async () => {
    expect((await create('53400')).status).toBe(500);
  });
});

describe('a statement that PostgreSQL ends', () => {
  withNewDatabase();

  test('because it took too long is answered as unavailable', async () => {
    const error = await slow().catch((thrown: unknown) => thrown);
    expect(altaErrorOf(error)).toMatchObject({ key: 'unavailable', retryAfterSeconds: expect.any(Number) });
  });
});

const slow = () =>
  database().transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 10`);
    await tx.execute(sql`select pg_sleep(60)`);
  });
