import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { entries as endpoints } from '#app/api/silo/v1/entries.ts';
import { createApiKey, rotateApiKey } from '#lib/accounts/api-keys.ts';
import { createInvitation, listInvitations, revokeInvitation } from '#lib/accounts/invitations.ts';
import { changeQuotas } from '#lib/accounts/workspaces.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import type { QuotaName } from '#lib/limits.ts';
import { metricsText } from '#lib/metrics.ts';
import { listQuotas } from '#lib/quotas.ts';
import { changeEntry } from '#lib/silo/change-entry.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { attachFile, listFiles, uploadFile } from '#lib/silo/files.ts';
import { createEndpoint } from '#lib/webhooks/endpoints.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { newApiKey, newSupplier, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const usedOf = async (ctx: Context, name: QuotaName) =>
  (await listQuotas(ctx)).find((quota) => quota.name === name)?.used;

/** What is asked for at the same time: how many were made, and why the others were not. */
async function atOnce(times: number, make: (at: number) => Promise<unknown>) {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, (_, at) => make(at)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
  return { made: times - refused.length, refused };
}

/** How often the metrics have noted that one was full of entries. */
const fullTimes = async () =>
  Number(/^alta_quota_full_total\{quota="entries"\} (\d+)$/m.exec(await metricsText())?.[1]);

const mebibyte = (name: string) => ({
  name,
  category: 'attachment' as const,
  mime: 'text/plain' as const,
  content: Buffer.alloc(1_048_576, 'a'),
});

/** Makes one of what is counted exactly. */
const makers: [QuotaName, (ctx: Context, at: number) => Promise<unknown>][] = [
  ['api-keys', (ctx) => createApiKey(ctx, { name: 'ERP' })],
  [
    'endpoints',
    (ctx, at) => createEndpoint(ctx, { url: `https://a.example/${at}`, description: '', events: ['*'] }),
  ],
  ['members', (ctx) => createInvitation(ctx, { role: 'support' })],
  ['workflows', (ctx) => createWorkflow(ctx, { template: 'ar-invoice' })],
];

onDatabase('a quota', () => {
  test.each(makers)('of %s is met exactly by many requests at once', async (name, make) => {
    const ctx = await newWorkspace();
    await changeQuotas(ctx, { [name]: 3 });
    const { made, refused } = await atOnce(6, (at) => make(ctx, at));
    expect(made).toBe(3);
    const fault = { code: 'over-quota', params: { why: name, used: 3, most: 3 } };
    expect(refused).toMatchObject(Array(3).fill({ key: 'conflict', faults: [fault] }));
    expect(await usedOf(ctx, name)).toBe(3);
    await make(await newWorkspace(), 9);
  });

  test('of entries is met exactly by many requests at once, and a repeated request adds none', async () => {
    const ctx = await newWorkspace();
    await changeQuotas(ctx, { entries: 3 });
    const create = (key: string, by = ctx) =>
      createEntry(by, {
        folder: 'customers',
        key,
        data: { name: 'Ana', tax_id: { country: 'AR', code: supplierCuit } },
      });
    const first = await create('0');
    const { made, refused } = await atOnce(5, (at) => create(String(at + 1)));
    expect([made, refused.length]).toEqual([2, 3]);
    expect((await create('0')).id).toBe(first.id);
    await changeQuotas(ctx, { entries: 4 });
    await create('new');
    await expect(create('newer')).rejects.toMatchObject({ code: 'over-quota' });
    // Each in a transaction of its own, as with an Idempotency-Key.
    await changeQuotas(ctx, { entries: 6 });
    const apart = await atOnce(8, (at) =>
      database().transaction((tx) => create(`apart ${at}`, { ...ctx, tx })),
    );
    expect([apart.made, await usedOf(ctx, 'entries')]).toEqual([2, 6]);
  });

  test('is named in the API’s answer, with the number in use', async () => {
    const ctx = await newWorkspace();
    await newSupplier(ctx);
    const key = await newApiKey(ctx);
    await changeQuotas(ctx, { entries: 1 });
    const body = {
      folder: 'suppliers',
      data: { name: 'Otra S.A.', tax_id: { country: 'AR', code: supplierCuit } },
    };
    const before = await fullTimes();
    const answer = await callRoute(endpoints.createEntry, key, { method: 'POST', body });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        code: 'over-quota',
        message: 'Entries of the workspace: 1 of 1. It takes no more.',
        faults: [{ code: 'over-quota', params: { why: 'entries', used: 1, most: 1 } }],
      },
    ]);
    expect(await fullTimes()).toBe(before + 1);
  });

  test('of storage refuses uploads, and never Alta’s own files', async () => {
    const ctx = await newWorkspace();
    const { id } = await newSupplier(ctx);
    await changeQuotas(ctx, { storage: 1 });
    await uploadFile(ctx, id, mebibyte('full.txt'));
    expect(await usedOf(ctx, 'storage')).toBe(1);
    await expect(uploadFile(ctx, id, mebibyte('more.txt'))).rejects.toMatchObject({ code: 'over-quota' });
    await expect(newSupplier(ctx)).rejects.toMatchObject({ code: 'over-quota' });
    await database().transaction((tx) => attachFile(tx, ctx, { ...mebibyte('invoice.pdf'), entryId: id }));
    await changeEntry(ctx, id, { data: { name: 'A longer name than before' }, mode: 'merge' });
    expect((await listFiles(ctx, id)).map(({ name }) => name)).toEqual(['full.txt', 'invoice.pdf']);
  });

  test('counts no replaced key and no withdrawn invitation', async () => {
    const ctx = await newWorkspace();
    const { id } = await createApiKey(ctx, { name: 'ERP' });
    await createInvitation(ctx, { role: 'support' });
    await changeQuotas(ctx, { 'api-keys': 1, members: 1 });
    await rotateApiKey(ctx, { id, overlapHours: 24 });
    expect(await usedOf(ctx, 'api-keys')).toBe(1);
    await expect(createInvitation(ctx, { role: 'support' })).rejects.toMatchObject({ code: 'over-quota' });
    for (const invitation of await listInvitations(ctx)) await revokeInvitation(ctx, invitation);
    await createInvitation(ctx, { role: 'support' });
  });

  test('counts entries and storage by the rows, however they were written', async () => {
    const ctx = await newWorkspace();
    const here = eq(entries.workspaceId, ctx.workspace.id);
    const write = (text: string) => sql`jsonb_build_object('text', repeat(${text}, 100000))`;
    await database().execute(sql`
      insert into entries (id, workspace_id, folder, doc_schema, doc, digest, created_digest)
      select gen_random_uuid(), ${ctx.workspace.id}, 'customers', 'x', ${write('a')}, 'x', 'x' from generate_series(1, 50)`);
    expect([await usedOf(ctx, 'entries'), await usedOf(ctx, 'storage')]).toEqual([50, 4]);
    await database()
      .update(entries)
      .set({ doc: write('abc') })
      .where(here);
    expect([await usedOf(ctx, 'entries'), await usedOf(ctx, 'storage')]).toEqual([50, 14]);
    await database().delete(entries).where(here);
    expect([await usedOf(ctx, 'entries'), await usedOf(ctx, 'storage')]).toEqual([0, 0]);
  });
});
