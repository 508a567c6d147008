import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { entries } from '#app/api/silo/v1/entries.ts';
import { webhooks } from '#app/api/transform/v1/webhooks.ts';
import { createApiKey, listApiKeys } from '#lib/accounts/api-keys.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { idempotentAnswers } from '#lib/database/tables/http.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const supplier = (name: string) => ({ data: { name, tax_id: { country: 'AR', code: supplierCuit } } });

onDatabase('a POST with an Idempotency-Key', () => {
  let ctx: Context;
  let token: string;
  beforeAll(async () => {
    ctx = await newWorkspace();
    token = await newApiKey(ctx);
  });

  const send = (key: string, body: unknown, { to = entries.createEntry as Endpoint, as = token } = {}) =>
    callRoute(to, as, { method: 'POST', body, headers: { 'idempotency-key': key } });
  const named = async (name: string) =>
    (await listEntries(ctx, { limit: 100 })).filter(({ snippet }) => snippet.name === name);

  test('makes one entry and gives one answer when it is sent fifty times at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(key, supplier('Cincuenta S.A.'))),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(await named('Cincuenta S.A.')).toHaveLength(1);
  });

  test('is refused with another body under the same key, and creates nothing', async () => {
    const key = randomUUID();
    await send(key, supplier('Uno S.A.'));
    expect(await send(key, supplier('Otro S.A.'))).toMatchObject({
      status: 422,
      body: { key: 'validation', code: 'idempotency-key-reused' },
    });
    expect(await named('Otro S.A.')).toHaveLength(0);
  });

  test('may be corrected and sent again under the same key after it failed', async () => {
    const key = randomUUID();
    expect((await send(key, { data: { name: 'Sin CUIT' } })).status).toBe(422);
    expect((await send(key, supplier('Corregida S.A.'))).status).toBe(200);
  });

  test('belongs to one workspace, and the same key in another creates its own entry', async () => {
    const key = randomUUID();
    const other = await newApiKey(await newWorkspace());
    const [mine, theirs] = [await send(key, supplier('A')), await send(key, supplier('A'), { as: other })];
    expect(mine.body.id).not.toBe(theirs.body.id);
  });

  test('belongs to one route, and gives nothing to a key without its scope', async () => {
    const key = randomUUID();
    const first = await send(key, supplier('De la ruta S.A.'));
    const elsewhere = await send(key, {}, { to: webhooks.rotateSecret });
    expect([elsewhere.status, elsewhere.headers.has('idempotent-replayed')]).toEqual([201, false]);
    const { token: reader } = await createApiKey(ctx, {
      name: 'reads',
      scopes: ['silo:read', 'transform:read'],
    });
    for (const to of [entries.createEntry, webhooks.rotateSecret] as Endpoint[])
      expect(await send(key, supplier('De la ruta S.A.'), { to, as: reader })).toMatchObject({
        status: 403,
        body: { code: 'scope-missing' },
      });
    // Nor does it change what is done without it.
    const again = await send(randomUUID(), supplier('De la ruta S.A.'));
    expect([again.status, again.body.id === first.body.id]).toEqual([200, false]);
  });

  test('repeats a secret that no row of the database shows', async () => {
    const key = randomUUID();
    const first = await send(key, {}, { to: webhooks.rotateSecret });
    const again = await send(key, {}, { to: webhooks.rotateSecret });
    expect(again.body).toEqual(first.body);
    const rows = JSON.stringify(await database().select().from(idempotentAnswers));
    expect(rows).not.toContain(first.body.secret);
  });

  test('runs anew after a day', async () => {
    const key = randomUUID();
    const first = await send(key, supplier('Vieja S.A.'));
    await database()
      .update(idempotentAnswers)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
    const second = await send(key, supplier('Nueva S.A.'));
    expect([second.status, second.body.id === first.body.id]).toEqual([200, false]);
  });

  test('leaves the versions that it called on the API key', async () => {
    const [key] = await listApiKeys(ctx);
    expect(key?.usedVersions).toMatchObject({
      'silo/v1': expect.any(String),
      'transform/v1': expect.any(String),
    });
  });
});
