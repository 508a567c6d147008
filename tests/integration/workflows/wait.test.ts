import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { apps } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { workflows } from '#lib/database/tables/workflows.ts';
import { revokeRegistration } from '#lib/registrations/create.ts';
import { newestRegistration } from '#lib/registrations/find.ts';
import { type EntryRow, fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistrationWorkflow, newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const dayMs = 86_400_000;

onDatabase('a registration job', () => {
  async function start(): Promise<{ ctx: Context; entry: EntryRow; workflow: string; job: string }> {
    const ctx = await newWorkspace();
    const entry = await newSupplier(ctx);
    const workflow = (await newRegistrationWorkflow(ctx)).id;
    const job = (await createJob(ctx, { workflowId: workflow, entryId: entry.id })).id;
    return { ctx, entry, workflow, job };
  }
  const inDays = (days: number) => () => new Date(Date.now() + days * dayMs);
  const stateOf = async (ctx: Context, entry: EntryRow) => (await fetchEntry(ctx, entry.id)).state;

  test('waits for 100 days, then fails, labels the entry error, and leaves the link', async () => {
    const { ctx, entry, job } = await start();
    await advanceJob(job);
    await advanceJob(job, inDays(99));
    expect(await fetchJob(ctx, job)).toMatchObject({ status: 'QUEUED', completedAt: null });
    await advanceJob(job, inDays(101));
    expect(await fetchJob(ctx, job)).toMatchObject({
      status: 'KO',
      faults: [{ provider: 'gov-ar', code: 'timed-out' }],
    });
    const failed = await fetchEntry(ctx, entry.id);
    expect(failed).toMatchObject({ state: 'error', faults: [{ code: 'timed-out' }] });
    expect(await listMeta(ctx, entry.id)).toHaveLength(1);
  });

  test('waits on when it is woken too early, without another event', async () => {
    const { ctx, job } = await start();
    await advanceJob(job);
    const before = await wholeJob(ctx, await fetchJob(ctx, job));
    await advanceJob(job);
    await advanceJob(job);
    expect((await wholeJob(ctx, await fetchJob(ctx, job))).intents).toEqual(before.intents);
  });

  test('ends with a fault when the registration is revoked', async () => {
    const { ctx, entry, job } = await start();
    await advanceJob(job);
    const registration = await newestRegistration(ctx, entry.id);
    await database().transaction((tx) => revokeRegistration(tx, ctx, registration?.id ?? ''));
    await advanceJob(job);
    expect(await fetchJob(ctx, job)).toMatchObject({ status: 'KO', faults: [{ code: 'revoked' }] });
    expect(await stateOf(ctx, entry)).toBe('error');
  });

  test('on a registered supplier finishes at once', async () => {
    const { ctx, entry, workflow, job } = await start();
    await advanceJob(job);
    await database()
      .update(registrations)
      .set({ completedAt: new Date() })
      .where(eq(registrations.entryId, entry.id));
    await database()
      .update(certificates)
      .set({ activatedAt: new Date(), notAfter: inDays(700)() })
      .where(eq(certificates.entryId, entry.id));
    const second = await createJob(ctx, { workflowId: workflow, entryId: entry.id });
    await advanceJob(second.id);
    expect((await fetchJob(ctx, second.id)).status).toBe('OK');
    expect(await stateOf(ctx, entry)).toBe('registered');
    const { intents } = await wholeJob(ctx, await fetchJob(ctx, second.id));
    expect(intents.map(({ events }) => events.at(-1)?.status)).toEqual(['OK', 'SKIP', 'OK', 'OK']);
  });

  test('without the Argentina app connected fails by name', async () => {
    const { ctx, entry, job } = await start();
    await database().delete(apps).where(eq(apps.workspaceId, ctx.workspace.id));
    await advanceJob(job);
    expect(await fetchJob(ctx, job)).toMatchObject({ status: 'KO', faults: [{ code: 'app-not-connected' }] });
    expect(await stateOf(ctx, entry)).toBe('error');
  });

  test('keeps its first steps when the workflow is changed', async () => {
    const { ctx, workflow, job } = await start();
    await database().update(workflows).set({ steps: [] }).where(eq(workflows.id, workflow));
    await advanceJob(job);
    expect((await fetchJob(ctx, job)).status).toBe('QUEUED');
  });

  test('does each step once when many workers advance it', async () => {
    const { ctx, entry, job } = await start();
    await Promise.all(Array.from({ length: 8 }, () => advanceJob(job)));
    const { intents } = await wholeJob(ctx, await fetchJob(ctx, job));
    expect(intents.map(({ provider, events }) => [provider, events.length])).toEqual([
      ['silo.state', 2],
      ['gov-ar.register', 2],
      ['gov-ar.wait.authorization', 2],
    ]);
    expect(await database().$count(registrations, eq(registrations.entryId, entry.id))).toBe(1);
  });
});
