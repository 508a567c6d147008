import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates, registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { auditLog, entryStates } from '#lib/database/tables/silo.ts';
import { intentEvents, intents } from '#lib/database/tables/workflows.ts';
import { findByEntry, newestRegistration } from '#lib/registrations/find.ts';
import { requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { crashAt, workElsewhere } from '#tests/support/crash.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import {
  newRegistrationWorkflow,
  newSupplier,
  newWorkspace,
  supplierCuit,
} from '#tests/support/workspace.ts';

// Processes are started here, and the embedded database takes seconds to open.
vi.setConfig({ testTimeout: 180_000 });

const person = '27123456780';
let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
  process.env.ARCA_SANDBOX_URL = `${simulator.url}/sandbox`;
});
afterAll(() => simulator.stop());

onEachDatabase('a process killed at each of its transactions', (kind) => {
  async function start(): Promise<{ ctx: Context; entryId: string; job: string }> {
    const ctx = await newWorkspace();
    const entryId = (await newSupplier(ctx)).id;
    const workflow = await newRegistrationWorkflow(ctx);
    const job = await createJob(ctx, { workflowId: workflow.id, entryId });
    return { ctx, entryId, job: job.id };
  }

  // Each transaction on PostgreSQL; a sample on the embedded database, which takes seconds to open.
  const points = kind.name === 'postgres' ? [1, 2, 3, 4, 5, 6] : [3, 4];

  test.each(
    points.flatMap((at) => ['before the commit', 'after the commit'].map((when) => [at, when] as const)),
  )('at the %i. of a job, %s, it goes on where it stood', async (at, when) => {
    const { source, remove } = await kind.create();
    const { ctx, entryId, job } = await withDatabase(source, start);
    expect(await crashAt(source, { job }, at, when)).toBe('crashed');
    await withDatabase(source, async () => {
      await advanceJob(job);
      expect((await fetchJob(ctx, job)).status).toBe('QUEUED');
      expect((await fetchEntry(ctx, entryId)).state).toBe('processing');
      expect(await listMeta(ctx, entryId)).toHaveLength(1);
      expect(await database().$count(registrations, eq(registrations.entryId, entryId))).toBe(1);
      expect(await database().$count(certificates, eq(certificates.entryId, entryId))).toBe(1);
      expect(
        await database().$count(registrationLinks, eq(registrationLinks.workspaceId, ctx.workspace.id)),
      ).toBe(1);
      expect(await database().$count(entryStates, eq(entryStates.entryId, entryId))).toBe(1);
      expect(await database().$count(intents, eq(intents.jobId, job))).toBe(3);
      const finished = await database()
        .select()
        .from(intentEvents)
        .innerJoin(intents, eq(intents.id, intentEvents.intentId))
        .where(and(eq(intents.jobId, job), eq(intentEvents.status, 'OK')));
      expect(finished).toHaveLength(2);
    });
    remove();
  });

  test.each([
    // The first takes the lease of the ticket: its end is waited for.
    [2, 'before the commit'],
    [2, 'after the commit'],
  ] as const)('at the %i. of a proof, %s, nothing is lost or done twice', async (at, when) => {
    const { source, remove } = await kind.create();
    const { ctx, entryId, job, proof } = await withDatabase(source, async () => {
      const started = await start();
      await advanceJob(started.job);
      const registration = await findByEntry(started.ctx, started.entryId);
      if (!registration) throw new Error('no registration');
      const { alias, csr } = registration.request;
      const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
      await simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: supplierCuit });
      await receiveCertificate(started.ctx, registration, Buffer.from(certificate));
      const received = await findByEntry(started.ctx, started.entryId);
      if (received) await requestProof(started.ctx, received);
      const row = await newestRegistration(started.ctx, started.entryId);
      return { ...started, proof: { registrationId: row?.id ?? '', round: row?.proofRound ?? 0 } };
    });
    const before = (await simulator.control.stats()).sandbox.logins;
    expect(await crashAt(source, { proof }, at, when)).toBe('crashed');
    // What the queue does once the heartbeat of the killed process is missed.
    expect(await workElsewhere(source, { proof })).toBe('finished');
    await withDatabase(source, async () => {
      await wakeJobs(proof.registrationId);
      expect((await fetchJob(ctx, job)).status).toBe('OK');
      expect((await fetchEntry(ctx, entryId)).state).toBe('registered');
      const completed = eq(auditLog.action, 'registration.completed');
      expect(
        await database().$count(auditLog, and(completed, eq(auditLog.subjectId, proof.registrationId))),
      ).toBe(1);
    });
    expect((await simulator.control.stats()).sandbox.logins - before).toBe(1);
    remove();
  });
});
