import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newSupplier, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const stranger = await newWorkspace();
  const { entryId } = await newRegistration(ctx);
  const { entryId: other } = await newRegistration(ctx);
  const fresh = (await newSupplier(ctx, 'Bulonería Ñorquín S.A.')).id;
  const keys = { key: await newApiKey(ctx), strangersKey: await newApiKey(stranger) };
  const complete = await newFinished({ completedAt: new Date() });
  const ended = await newFinished({ revokedAt: new Date() });
  return { entryId, other, fresh, ...keys, complete, ended };
}

async function newFinished(facts: Partial<typeof registrations.$inferInsert>) {
  const ctx = await newWorkspace();
  const { entryId } = await newRegistration(ctx);
  await database().update(registrations).set(facts).where(eq(registrations.entryId, entryId));
  return { entryId, key: await newApiKey(ctx) };
}

const patchType = { 'content-type': 'application/merge-patch+json' };

onServer('operating a workspace through the API', { seed }, (server) => {
  let call: ApiClient;
  let ids: Awaited<ReturnType<typeof seed>>;
  beforeAll(() => {
    ids = server().seeded;
    call = apiClient(server().alta.origin, ids.key);
  });

  describe('an entry’s change', () => {
    test('from its current version succeeds, and a second one from the same version is refused', async () => {
      const { body: read } = await call('GET', `/silo/v1/entries/${ids.fresh}`);
      expect(read.version).toMatch(/^[0-9a-f]{10}$/);
      const change = { data: { ...read.data.doc, alias: 'Bulones' }, version: read.version };
      const changed = await call('PATCH', `/silo/v1/entries/${ids.fresh}`, change);
      expect(changed).toMatchObject({ status: 200, body: { data: { doc: { alias: 'Bulones' } } } });
      expect(changed.body.data.head.dig.val).toBe(changed.body.digest.val);
      const second = await call('PATCH', `/silo/v1/entries/${ids.fresh}`, change);
      expect(second).toMatchObject({
        status: 409,
        body: { key: 'conflict', code: 'changed-meanwhile', fields: { version: expect.any(String) } },
      });
    });

    test('can be a merge patch of the document, or of the entry around it', async () => {
      const path = `/silo/v1/entries/${ids.fresh}`;
      const bare = await call('PATCH', path, { data: { alias: null, label: 'x' } }, patchType);
      expect(bare.body.data.doc).toMatchObject({ label: 'x' });
      expect(bare.body.data.doc).not.toHaveProperty('alias');
      const inside = await call('PATCH', path, { data: { doc: { label: null } } }, patchType);
      expect(inside.body.data.doc).not.toHaveProperty('label');
    });

    test('is refused with the path of each fault', async () => {
      const broken = { data: { tax_id: { code: '30712345670' } } };
      const answer = await call('PATCH', `/silo/v1/entries/${ids.fresh}`, broken, patchType);
      expect(answer).toMatchObject({
        status: 422,
        body: {
          fields: { data: { tax_id: { code: expect.any(String) } } },
          faults: [{ paths: ['$.tax_id.code'] }],
        },
      });
      const text = { 'content-type': 'text/plain' };
      expect((await call('PATCH', `/silo/v1/entries/${ids.fresh}`, broken, text)).status).toBe(415);
    });

    test('can not replace the CUIT of an open registration', async () => {
      const change = { data: { tax_id: { code: '33693450239' } } };
      const answer = await call('PATCH', `/silo/v1/entries/${ids.entryId}`, change, patchType);
      expect(answer).toMatchObject({ status: 409, body: { code: 'registered-cuit' } });
    });
  });

  test('a document is built without creating an entry', async () => {
    const { body: before } = await call('GET', '/silo/v1/entries?limit=100');
    const data = { name: ' A ', tax_id: { code: '30-71234567-1' } };
    const built = await call('POST', '/silo/v1/gobl/build', { data });
    expect(built).toMatchObject({
      status: 200,
      body: { data: { name: 'A', tax_id: { country: 'AR', code: supplierCuit } } },
    });
    const refused = await call('POST', '/silo/v1/gobl/build', { data: { tax_id: {} } });
    expect(refused).toMatchObject({
      status: 422,
      body: { faults: [{ paths: ['$.name'] }, { paths: ['$.tax_id.code'] }] },
    });
    expect((await call('GET', '/silo/v1/entries?limit=100')).body.list).toHaveLength(before.list.length);
  });

  test('a search finds by name and tax code, and a list is filtered by state', async () => {
    const found = await call('GET', '/silo/v1/search?q=norquin&folder=suppliers');
    expect(found.body.list).toMatchObject([{ id: ids.fresh, snippet: { name: 'Bulonería Ñorquín S.A.' } }]);
    const first = await call('GET', '/silo/v1/search?q=30-712&limit=2');
    const second = await call('GET', `/silo/v1/search?q=30-712&limit=2&cursor=${first.body.next_cursor}`);
    const seen = [...first.body.list, ...second.body.list].map(({ id }: { id: string }) => id);
    expect(new Set(seen)).toEqual(new Set([ids.entryId, ids.other, ids.fresh]));
    expect((await call('GET', '/silo/v1/entries?state=registered')).body).toMatchObject({
      list: [],
      state: 'registered',
    });
    expect((await call('GET', '/silo/v1/entries?state=empty')).body.list).toHaveLength(3);
    for (const query of ['q=', 'state=empty', 'q=a&state=none', 'q=a&sort=name']) {
      expect((await call('GET', `/silo/v1/search?${query}`)).status).toBe(422);
    }
  });

  test('an entry is labelled by hand, and its labels are listed', async () => {
    const path = `/silo/v1/entries/${ids.other}/states`;
    const label = await call('POST', path, { key: 'rejected', notes: 'Not a customer any more' });
    expect(label).toMatchObject({
      status: 201,
      body: { key: 'rejected', src: 'api-key', src_id: expect.any(String) },
    });
    await call('POST', path, { key: 'empty' });
    const { body } = await call('GET', `${path}?limit=1`);
    expect(body.list).toMatchObject([{ key: 'empty' }]);
    expect((await call('GET', `${path}?limit=1&cursor=${body.next_cursor}`)).body.list).toMatchObject([
      { key: 'rejected', notes: 'Not a customer any more' },
    ]);
    expect((await call('GET', '/silo/v1/entries?state=empty')).body.list).toHaveLength(3);
    for (const key of ['invalid', 'unheard-of']) {
      expect((await call('POST', path, { key })).status).toBe(422);
    }
  });

  test('a link is fetched, extended, replaced and revoked', async () => {
    const path = `/apps/gov-ar/v1/entry/${ids.other}/link`;
    const { body: link } = await call('GET', path);
    const extended = await call('PATCH', path, { days: 90 });
    expect(extended.body.link_url).toBe(link.link_url);
    expect(extended.body.expires_at > link.expires_at).toBe(true);
    const issued = await call('POST', path, {});
    expect(issued.status).toBe(201);
    expect((await fetchPage(link.link_url)).status).toBe(404);
    expect((await fetchPage(issued.body.link_url)).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await fetchPage(issued.body.link_url)).status).toBe(404);
    expect((await call('GET', path)).body).not.toHaveProperty('link_url');
    expect(await call('PATCH', path, {})).toMatchObject({ status: 409, body: { code: 'link-revoked' } });
    for (const days of [0, 366, 1.5, '7']) expect((await call('POST', path, { days })).status).toBe(422);
  });

  test.each([
    ['complete', 'completed', [200, undefined]],
    ['ended', 'revoked', [409, 'revoked']],
  ] as const)(
    'a registration that is %s gives the same answer on every route',
    async (which, code, confirmed) => {
      const { entryId, key } = ids[which];
      const ask = apiClient(server().alta.origin, key);
      const path = `/apps/gov-ar/v1/entry/${entryId}`;
      const answers = [
        await ask('GET', `${path}/csr`),
        await ask('POST', `${path}/certificate`, { certificate: 'any' }),
        await ask('POST', `${path}/confirm`),
        await ask('PATCH', `${path}/link`, {}),
        await ask('POST', `${path}/link`, {}),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [404, code],
        [404, code],
        confirmed,
        [409, code],
        [409, code],
      ]);
    },
  );

  test('a supplier’s registration and activity are fetched', async () => {
    const standing = await call('GET', `/apps/gov-ar/v1/entry/${ids.entryId}/registration`);
    expect(standing.body).toMatchObject({ state: 'created', link: { link_url: expect.any(String) } });
    const nothing = await call('GET', `/apps/gov-ar/v1/entry/${ids.fresh}/registration`);
    expect(nothing).toMatchObject({ status: 404, body: { code: 'no-registration' } });
    const { body } = await call('GET', `/silo/v1/entries/${ids.entryId}/activity?limit=1`);
    expect(body).toMatchObject({ list: [{ action: 'registration.created', at: expect.any(String) }] });
    const older = await call('GET', `/silo/v1/entries/${ids.entryId}/activity?cursor=${body.next_cursor}`);
    expect(older.body.list).toMatchObject([{ action: 'entry.created' }]);
  });

  test('an entry of another workspace, or none, is 404 on every route', async () => {
    const strangers = apiClient(server().alta.origin, ids.strangersKey);
    const routes: [string, (id: string) => string, unknown?][] = [
      ['PATCH', (id) => `/silo/v1/entries/${id}`, { data: { name: 'X' } }],
      ['GET', (id) => `/silo/v1/entries/${id}/states`],
      ['POST', (id) => `/silo/v1/entries/${id}/states`, { key: 'void' }],
      ['GET', (id) => `/silo/v1/entries/${id}/activity`],
      ['GET', (id) => `/apps/gov-ar/v1/entry/${id}/registration`],
      ['GET', (id) => `/apps/gov-ar/v1/entry/${id}/link`],
      ['POST', (id) => `/apps/gov-ar/v1/entry/${id}/link`, {}],
      ['PATCH', (id) => `/apps/gov-ar/v1/entry/${id}/link`, {}],
      ['DELETE', (id) => `/apps/gov-ar/v1/entry/${id}/link`],
    ];
    for (const [method, path, body] of routes) {
      for (const [who, id] of [
        [strangers, ids.entryId],
        [call, randomUUID()],
      ] as const) {
        const answer = await who(method, path(id), body);
        expect([method, path(id), answer.status]).toEqual([method, path(id), 404]);
      }
    }
    expect((await strangers('GET', '/silo/v1/search?q=norquin')).body.list).toEqual([]);
    const { body } = await call('GET', `/silo/v1/entries/${ids.entryId}`);
    expect(body).toMatchObject({ state: 'empty', meta: [{ link_url: expect.any(String) }] });
  });
});
