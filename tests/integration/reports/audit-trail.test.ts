import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { changeWorkspace } from '#lib/accounts/workspaces.ts';
import { audit } from '#lib/audit.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { jobs } from '#lib/database/tables/workflows.ts';
import { cursorOf } from '#lib/paging.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import { countAudit, listAudit } from '#lib/reports/audit-trail.ts';
import { setState } from '#lib/silo/states.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newPerson } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

async function scene() {
  const ctx = await newWorkspace();
  const person = await newPerson({ ctx, role: 'operator' });
  const key = await createApiKey(ctx, { name: 'ERP' });
  const asPerson: Context = {
    ...ctx,
    actor: { kind: 'user', id: person.id, role: 'operator' },
    source: { address: '203.0.113.9' },
  };
  const asKey: Context = {
    ...ctx,
    actor: { kind: 'api-key', id: key.id },
    source: { address: '198.51.100.4', requestId: '0b7e6c1a-3f1d-4a53-8a70-1f3c9d0e2b11' },
  };
  const { entryId } = await newRegistration(ctx);
  return { ctx, person, key, asPerson, asKey, entryId };
}

onDatabase('the activity of a workspace', () => {
  test('has the author and the address of a revocation, found by name, CUIT or id', async () => {
    const { ctx, person, asPerson, entryId } = await scene();
    await revokeLinkOf(asPerson, entryId);
    const [revoked] = await listAudit(ctx, { action: 'link.revoked', limit: 20 });
    expect(revoked).toMatchObject({
      actor: { kind: 'user', id: person.id, name: person.name },
      subject: { kind: 'link', entry: { id: entryId, folder: 'suppliers' } },
      address: '203.0.113.9',
    });
    expect(revoked?.requestId).toBeUndefined();
    const name = revoked?.subject.entry?.snippet.name ?? '';
    for (const about of [name, entryId, entryId.toUpperCase(), revoked?.subject.id ?? '']) {
      const found = await listAudit(ctx, { about, limit: 20 });
      expect(found.map(({ action }) => action)).toContain('link.revoked');
    }
    expect(await listAudit(ctx, { about: 'nobody of this name', limit: 20 })).toEqual([]);
  });

  test('has an API key’s address and request, and neither for automatic changes', async () => {
    const { ctx, key, asKey, entryId } = await scene();
    await setState(asKey, entryId, { key: 'processing' });
    const byKey = await listAudit(ctx, { actor: key.id, limit: 20 });
    expect(byKey).toMatchObject([
      {
        action: 'entry.state',
        actor: { kind: 'api-key', name: 'ERP' },
        ...asKey.source,
      },
    ]);
    const byOperator = await listAudit(ctx, { actor: 'operator', limit: 50 });
    expect(byOperator.length).toBeGreaterThan(2);
    expect(byOperator.filter(({ address, actor }) => address || actor.kind !== 'operator')).toEqual([]);
  });

  test('shows for each failed job whether a later one succeeded', async () => {
    const { ctx, entryId } = await scene();
    const { id: workflowId } = await newRegistrationWorkflow(ctx);
    const [failed, again] = [
      await createJob(ctx, { workflowId, entryId }),
      await createJob(ctx, { workflowId, entryId }),
    ];
    await database().transaction((tx) => audit(tx, ctx, 'job.failed', { kind: 'job', id: failed.id }));
    const end = (id: string, status: 'KO' | 'OK', completedAt: Date) =>
      database().update(jobs).set({ status, completedAt }).where(eq(jobs.id, id));
    const solved = async () =>
      (await listAudit(ctx, { troubles: true, limit: 5 })).map(({ isSolved }) => isSolved);
    await end(failed.id, 'KO', new Date('2026-11-20T12:00:00Z'));
    await end(again.id, 'OK', new Date('2026-11-20T11:00:00Z'));
    expect(await solved()).toEqual([undefined]);
    await end(again.id, 'OK', new Date('2026-11-20T13:00:00Z'));
    expect(await solved()).toEqual([true]);
  });

  test('names the settings that changed, and skips an unchanged form', async () => {
    const { ctx } = await scene();
    const { name, slug } = ctx.workspace;
    await changeWorkspace(ctx, { name, slug, contactEmail: 'ayuda@alta.example' });
    await changeWorkspace(ctx, { name, slug, contactEmail: 'ayuda@alta.example' });
    expect(await listAudit(ctx, { action: 'workspace.changed', limit: 5 })).toMatchObject([
      {
        detail: {
          fields: ['contactEmail'],
          changes: { contactEmail: [expect.any(String), 'ayuda@alta.example'] },
        },
      },
    ]);
  });

  test('is read page by page both ways, counted, and limited to a span of time', async () => {
    const { ctx } = await scene();
    for (let index = 0; index < 5; index++) await newSupplier(ctx, `Proveedor ${index}`);
    const all = await listAudit(ctx, { limit: 100 });
    expect(await countAudit(ctx, {})).toBe(all.length);
    const [first, ...rest] = all;
    if (!first) throw new Error('nothing was done');
    expect(await listAudit(ctx, { limit: 100, cursor: cursorOf(first) })).toEqual(rest);
    const last = rest.at(-1) ?? first;
    const back = await listAudit(ctx, { limit: 100, cursor: cursorOf(last), ascending: true });
    expect(back.reverse()).toEqual(all.slice(0, -1));
    expect(await countAudit(ctx, { until: new Date(last.createdAt.getTime() - 1) })).toBe(0);
    await expect(listAudit(ctx, { limit: 1, cursor: 'none' })).rejects.toMatchObject({ key: 'validation' });
  });

  test('has nothing of another workspace, for any id', async () => {
    const theirs = await scene();
    const ours = await newWorkspace();
    await revokeLinkOf(theirs.asPerson, theirs.entryId);
    for (const about of [theirs.entryId, theirs.key.id, theirs.person.id]) {
      expect(await listAudit(ours, { about, limit: 20 })).toEqual([]);
    }
    expect(await listAudit(ours, { actor: theirs.person.id, limit: 20 })).toEqual([]);
    const mine = await listAudit(ours, { limit: 50 });
    expect(mine.map(({ action }) => action)).toEqual(['app.connected']);
  });
});
