import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { registrations as endpoints } from '#app/api/apps/gov-ar/v1/registrations.ts';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import type { ApiAnswer } from '#tests/support/api-client.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

const change = (entryId: string, facts: Partial<typeof registrations.$inferInsert>) =>
  database().update(registrations).set(facts).where(eq(registrations.entryId, entryId));

/** Ids of the answer's rows, in its order. */
const idsIn = ({ body }: ApiAnswer): string[] =>
  body.list.map(({ silo_entry_id: id }: { silo_entry_id: string }) => id);

onDatabase('the open registrations through the API', () => {
  let ctx: Context;
  let key: string;
  let unopened: string;
  let rejected: string;
  let delegating: string;
  const since = hoursAgo(30);

  beforeAll(async () => {
    ctx = await newWorkspace();
    key = await newApiKey(ctx);
    unopened = (await newRegistration(ctx, hoursAgo(240))).entryId;
    rejected = (await newRegistration(ctx, hoursAgo(60))).entryId;
    delegating = (await newRegistration(ctx, hoursAgo(2))).entryId;
    const completed = (await newRegistration(ctx, hoursAgo(50))).entryId;
    await change(rejected, {
      startedAt: hoursAgo(40),
      requestDownloadedAt: since,
      progressedAt: hoursAgo(26),
      lastRejection: { reason: 'other-key', detail: {}, checks: [], at: hoursAgo(26).toISOString() },
    });
    await change(delegating, { mode: 'delegation', startedAt: hoursAgo(1), progressedAt: hoursAgo(1) });
    await change(completed, { completedAt: hoursAgo(49) });
    await database().update(entries).set({ key: 'customer-42' }).where(eq(entries.id, rejected));
  });
  const list = (query = '', apiKey = key) => callRoute(endpoints.listRegistrations, apiKey, { query });

  test('have each supplier’s stage, its start and the last rejection', async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(idsIn(answer)).toEqual([delegating, rejected, unopened]);
    expect(answer.body.list[1]).toMatchObject({
      key: 'customer-42',
      supplier: { name: expect.any(String), cuit: supplierCuit },
      stage: 'request-downloaded',
      since: since.toISOString(),
      way: 'certificate',
      last_rejection: { reason: 'other-key', message: expect.any(String), at: expect.any(String) },
      last_activity_at: expect.any(String),
      link: { expires_at: expect.any(String) },
    });
    expect(answer.body.list[2]).toMatchObject({ stage: 'created' });
    expect(answer.body.list[2]).not.toHaveProperty('last_rejection');
    expect(answer.body.list[2]).not.toHaveProperty('key');
    expect(JSON.stringify(answer.body)).not.toContain('/reg/');
  });

  test('show a revoked link', async () => {
    const own = await newWorkspace();
    const { entryId } = await newRegistration(own);
    await revokeLinkOf(own, entryId);
    const { body } = await list('', await newApiKey(own));
    expect(body.list).toMatchObject([{ silo_entry_id: entryId, link: { revoked_at: expect.any(String) } }]);
  });

  test.each([
    ['stage=created', () => [unopened]],
    ['stage=request-downloaded', () => [rejected]],
    ['stage=certificate-received', () => []],
    ['reason=other-key', () => [rejected]],
    ['reason=any', () => [rejected]],
    ['reason=expired', () => []],
    ['way=delegation', () => [delegating]],
    ['older_than=59m', () => [delegating, rejected, unopened]],
    ['older_than=90m', () => [rejected, unopened]],
    ['older_than=24h', () => [rejected, unopened]],
    ['older_than=2d', () => [unopened]],
    ['older_than=2d&stage=request-downloaded', () => []],
    ['ascending=true', () => [unopened, rejected, delegating]],
  ])('are filtered by %s', async (query, wanted) => {
    expect(idsIn(await list(`?${query}`))).toEqual(wanted());
  });

  test.each(['', '&ascending=true'])('are read page by page%s', async (order) => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const answer = await list(`?limit=1${order}${cursor}`);
      seen.push(...idsIn(answer));
      cursor = answer.body.next_cursor ? `&cursor=${answer.body.next_cursor}` : '';
    } while (cursor && seen.length < 5);
    const newestFirst = [delegating, rejected, unopened];
    expect(seen).toEqual(order ? newestFirst.toReversed() : newestFirst);
  });

  describe('refuse, by name,', () => {
    test.each([
      'stage=completed',
      'stage=lost',
      'reason=boredom',
      'way=post',
      'older_than=7',
      'older_than=0m',
      'older_than=7s',
      'older_than=0d',
      'older_than=-1d',
      'older_than=10000d',
      'older_than=2026-11-21T10:00:00Z',
      'ascending=yes',
      'limit=101',
      'cursor=x',
      'funnel=api',
    ])('%s', async (query) => {
      const [name = ''] = query.split('=');
      expect(await list(`?${query}`)).toMatchObject({
        status: 422,
        body: { fields: { [name]: expect.any(String) } },
      });
    });
  });

  test('are out of reach of another workspace, and of a key without the scope', async () => {
    const stranger = await newWorkspace();
    expect((await list('', await newApiKey(stranger))).body.list).toEqual([]);
    const { token } = await createApiKey(ctx, { name: 'silo only', scopes: ['silo:read'] });
    expect((await list('', token)).status).toBe(403);
    const reader = await createApiKey(ctx, { name: 'reader', scopes: ['apps/gov-ar:read'] });
    expect((await list('', reader.token)).status).toBe(200);
  });
});
