import { beforeAll, describe, expect, test } from 'vitest';
import { apiKeys, workspace } from '#app/api/access/v1/workspace.ts';
import { entries } from '#app/api/silo/v1/entries.ts';
import { jobs } from '#app/api/transform/v1/jobs.ts';
import type { Context } from '#lib/context.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import { rateLimits } from '#lib/limits.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import {
  newApiKey,
  newRegistrationWorkflow,
  newSupplier,
  newWorkspace,
  supplierCuit,
} from '#tests/support/workspace.ts';

onDatabase('the surface of the API', () => {
  let ctx: Context;
  let token: string;
  beforeAll(async () => {
    ctx = await newWorkspace();
    token = await newApiKey(ctx);
  });

  const call = (handler: Endpoint, asked?: Parameters<typeof callRoute>[2]) =>
    callRoute(handler, token, asked);

  test('an entry is found by its key, and in its own workspace only', async () => {
    const body = { key: 'erp 42', data: { name: 'A', tax_id: { country: 'AR', code: supplierCuit } } };
    const made = await call(entries.createEntry, { method: 'POST', body });
    const found = await call(entries.fetchEntryByKey, { params: { key: 'erp 42' } });
    expect(found).toMatchObject({ status: 200, body: { id: made.body.id, key: 'erp 42' } });
    token = await newApiKey(await newWorkspace());
    expect((await call(entries.fetchEntryByKey, { params: { key: 'erp 42' } })).status).toBe(404);
    token = await newApiKey(ctx);
  });

  describe('a JSON patch', () => {
    const headers = { 'content-type': 'application/json-patch+json' };
    test('changes a document whole, or not at all', async () => {
      const { id } = await newSupplier(ctx);
      const change = (data: unknown) =>
        call(entries.changeEntry, { method: 'PATCH', params: { id }, headers, body: { data } });
      const changed = await change([{ op: 'add', path: '/alias', value: 'Tornillo' }]);
      expect(changed).toMatchObject({ status: 200, body: { data: { doc: { alias: 'Tornillo' } } } });
      const refused = await change([
        { op: 'replace', path: '/alias', value: 'B' },
        { op: 'remove', path: '/none' },
      ]);
      expect(refused).toMatchObject({ status: 422, body: { fields: { 'data[1]': expect.any(String) } } });
      const invalid = await change([{ op: 'replace', path: '/tax_id/code', value: '1' }]);
      expect(invalid).toMatchObject({ status: 422, body: { faults: [{ paths: ['$.tax_id.code'] }] } });
      const { body } = await call(entries.fetchEntry, { params: { id } });
      expect(body.data.doc.alias).toBe('Tornillo');
    });
    test('is refused by name without its content type', async () => {
      const { id } = await newSupplier(ctx);
      const answer = await call(entries.changeEntry, { method: 'PATCH', params: { id }, body: { data: [] } });
      expect(answer).toMatchObject({ status: 422, body: { fields: { data: expect.any(String) } } });
    });
  });

  test('a list is read forwards from an instant, page by page, like backwards', async () => {
    ctx = await newWorkspace();
    token = await newApiKey(ctx);
    const made: string[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) made.push((await newSupplier(ctx, name)).id);
    const { body } = await call(entries.listEntries, { query: '?limit=100' });
    const second = body.list.at(-2);
    const forwards = async (query: string): Promise<string[]> => {
      const { body: page } = await call(entries.listEntries, { query: `?ascending=true&limit=2${query}` });
      const ids = page.list.map(({ id }: { id: string }) => id);
      return page.next_cursor ? [...ids, ...(await forwards(`&cursor=${page.next_cursor}`))] : ids;
    };
    expect(await forwards('')).toEqual(body.list.map(({ id }: { id: string }) => id).toReversed());
    const from = await call(entries.listEntries, {
      query: `?ascending=true&created_at=${second.created_at}`,
    });
    expect(from.body.list[0].id).toBe(second.id);
    const back = await call(entries.listEntries, { query: `?created_at=${second.created_at}` });
    expect(back.body.list[0].id).toBe(second.id);
    expect((await call(entries.listEntries, { query: '?created_at=yesterday' })).status).toBe(422);
    expect(made).toHaveLength(5);
  });

  test('a batch of jobs is counted by its tag', async () => {
    const workflowId = (await newRegistrationWorkflow(ctx)).id;
    for (const tags of [['march'], ['march', 'x'], ['april']]) {
      await createJob(ctx, { workflowId, entryId: (await newSupplier(ctx)).id, tags });
    }
    expect((await call(jobs.summariseJobs, { query: '?tag=march' })).body).toEqual({
      tag: 'march',
      total: 2,
      completed: 0,
      status: { RUN: 2, QUEUED: 0, ERR: 0, OK: 0, KO: 0 },
    });
    expect((await call(jobs.listJobs, { query: '?tag=march' })).body.list).toHaveLength(2);
    expect((await call(jobs.summariseJobs)).status).toBe(422);
  });

  test('the workspace’s name is changed, and its sandbox flag is not', async () => {
    const { body } = await call(workspace.fetchWorkspace);
    expect(body).toMatchObject({ id: ctx.workspace.id, sandbox: true, country: 'AR' });
    const changed = await call(workspace.changeWorkspace, { method: 'PATCH', body: { name: 'Otra' } });
    expect(changed.body).toMatchObject({ name: 'Otra', slug: body.slug });
    expect(
      (await call(workspace.changeWorkspace, { method: 'PATCH', body: { sandbox: false } })).status,
    ).toBe(422);
    const other = await newWorkspace();
    const taken = await call(workspace.changeWorkspace, {
      method: 'PATCH',
      body: { slug: other.workspace.slug },
    });
    expect(taken).toMatchObject({ status: 409, body: { code: 'name-taken' } });
  });

  test('API keys are listed with the versions that they called, and never with their tokens', async () => {
    await call(entries.listEntries);
    const { body } = await call(apiKeys.listApiKeys);
    expect(body.list[0].used_versions).toMatchObject({ 'access/v1': expect.any(String) });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test('an answer has the remaining limit, also when it is a refusal', async () => {
    const good = await call(entries.listEntries);
    expect(good.headers.get('ratelimit')).toMatch(/^"api";r=\d+;t=\d+, "api-address";r=\d+;t=\d+$/);
    expect(good.headers.get('ratelimit-policy')).toBe('"api";q=1200;w=60, "api-address";q=6000;w=60');
    const refused = await call(entries.fetchEntryByKey, { params: { key: 'none' } });
    expect(refused.headers.get('ratelimit')).toMatch(/^"api";r=\d+/);
  });

  test('an address has its own limit across all keys', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const { points } = rateLimits['api-address'];
    for (let use = 0; use < points; use += 1) await countUse('api-address', '203.0.113.7');
    const refused = await call(entries.listEntries, { headers: from });
    expect(refused).toMatchObject({ status: 429, body: { key: 'rate-limited' } });
    expect(refused.headers.get('ratelimit')).toMatch(/^"api-address";r=0;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call(entries.listEntries, { headers: { 'x-forwarded-for': '203.0.113.8' } })).status).toBe(
      200,
    );
  });
});
