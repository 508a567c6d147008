import { beforeAll, expect, test } from 'vitest';
import { entries } from '#app/api/silo/v1/entries.ts';
import { jobs } from '#app/api/transform/v1/jobs.ts';
import { workflows } from '#app/api/transform/v1/workflows.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';
import { create } from '../workflows/editing.ts';

onDatabase('lists as clients of the reference read them', () => {
  let key: string;
  /** The newest first. */
  let newestFirst: string[];
  let suppliers: string[];
  beforeAll(async () => {
    const ctx = await newWorkspace();
    key = await newApiKey(ctx);
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) made.push((await newRegistrationWorkflow(ctx)).id);
    await create(ctx, { name: 'Send', schema: 'bill/invoice', steps: [{ provider: 'gov-ar.send' }] });
    newestFirst = made.reverse();
    const named: string[] = [];
    for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro']) {
      named.push((await newSupplier(ctx, `Almacén ${name} S.A.`)).id);
    }
    suppliers = named.reverse();
  });
  const get = async (route: Endpoint, query: Record<string, string>) => {
    const answer = await callRoute(route, key, { query: `?${new URLSearchParams(query)}` });
    return { ...answer, ids: answer.body.list?.map(({ id }: { id: string }) => id) };
  };

  test('filter workflows by their document’s schema, which the answer repeats', async () => {
    const { body, ids } = await get(workflows.listWorkflows, { schema: 'org/party', limit: '100' });
    expect(ids).toEqual(newestFirst);
    expect(body).toMatchObject({ schema: 'org/party', limit: 100, created_at: body.list[0].created_at });
    expect(body).not.toHaveProperty('next_created_at');
    expect((await get(workflows.listWorkflows, { schema: 'party' })).status).toBe(422);
  });

  test('continue workflows from next_created_at, page by page, to the last', async () => {
    const seen = new Set<string>();
    let created_at: string | undefined;
    for (let pages = 0; pages < 10; pages += 1) {
      const { body, ids } = await get(workflows.listWorkflows, {
        schema: 'org/party',
        limit: '2',
        ...(created_at ? { created_at } : {}),
      });
      for (const id of ids) seen.add(id);
      if (created_at) expect(body.created_at).toBe(created_at);
      created_at = body.next_created_at;
      if (!created_at) break;
    }
    expect([...seen]).toEqual(newestFirst);
    expect(created_at).toBeUndefined();
  });

  test.each([
    ['entries', entries.listEntries],
    ['jobs', jobs.listJobs],
  ])('of %s repeat the instant from which they are listed', async (_what, route) => {
    const from = '2999-01-01T00:00:00.000Z';
    expect((await get(route, { created_at: from })).body).toMatchObject({ created_at: from, limit: 20 });
    expect((await get(route, {})).body).not.toHaveProperty('created_at');
  });

  test('of a search skip the given offset, and repeat the query', async () => {
    const query = { q: 'almacén', folder: 'suppliers', limit: '2' };
    const first = await get(entries.searchEntries, query);
    expect(first.ids).toEqual(suppliers.slice(0, 2));
    expect(first.body).toMatchObject({ query: 'almacén', folder: 'suppliers', limit: 2 });
    const second = await get(entries.searchEntries, { ...query, offset: '1' });
    expect(second.ids).toEqual(suppliers.slice(1, 3));
    expect(second.body.offset).toBe(1);
    const further = await get(entries.searchEntries, { ...query, cursor: second.body.next_cursor });
    expect(further.ids).toEqual(suppliers.slice(3));
    expect((await get(entries.searchEntries, { ...query, offset: '100' })).ids).toEqual([]);
  });

  test.each([
    ['both ways to get further', { offset: '1', cursor: 'x' }],
    ['fewer than none', { offset: '-1' }],
    ['more than are looked through', { offset: '1000000' }],
  ])('of a search with %s are refused with the field’s name', async (_what, query) => {
    const { status, body } = await get(entries.searchEntries, { q: 'almacén', ...query });
    expect(status).toBe(422);
    expect(body.fields).toMatchObject({ offset: expect.any(String) });
  });
});
