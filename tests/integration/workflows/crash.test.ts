// @module-tag slow
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { auditLog, entryStates } from '#lib/database/tables/silo.ts';
import { intentEvents, intents } from '#lib/database/tables/workflows.ts';
import { findByEntry, newestRegistration } from '#lib/registrations/find.ts';
import { proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { crashAt, cutOffAt, moments } from '#tests/support/crash.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import {
  newRegistrationWorkflow,
  newSupplier,
  newWorkspace,
  supplierCuit,
} from '#tests/support/workspace.ts';

const person = '27123456780';
const simulator = await simulatorOfWorker();

const second = 1_000;

async function start(): Promise<{ ctx: Context; entryId: string; job: string }> {
  const ctx = await newWorkspace();
  const entryId = (await newSupplier(ctx)).id;
  const workflow = await newRegistrationWorkflow(ctx);
  const job = await createJob(ctx, { workflowId: workflow.id, entryId });
  return { ctx, entryId, job: job.id };
}

async function expectTakenUp({ ctx, entryId, job }: Awaited<ReturnType<typeof start>>): Promise<void> {
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
}

onDatabase('work whose process ends at one of its transactions', () => {
  const points = [1, 2, 3].flatMap((at) => moments.map((when) => [at, when] as const));
  test.each(points)('at the %i. of a job, %s, continues from there', async (at, when) => {
    const started = await start();
    expect(await cutOffAt(() => advanceJob(started.job), at, when)).toBe('cut off');
    await expectTakenUp(started);
  });

  test.each(moments)('at the 2. of a proof, %s, is neither lost nor done twice', async (when) => {
    const { ctx, entryId, job } = await start();
    await advanceJob(job);
    const read = async () => {
      const registration = await findByEntry(ctx, entryId);
      if (!registration) throw new Error('no registration');
      return registration;
    };
    const { alias, csr } = (await read()).request;
    const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
    await simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: supplierCuit });
    await receiveCertificate(ctx, await read(), Buffer.from(certificate));
    await requestProof(ctx, await read());
    const row = await newestRegistration(ctx, entryId);
    const proof = { registrationId: row?.id ?? '', round: row?.proofRound ?? 0 };
    const before = (await simulator.control.stats()).sandbox.logins;
    expect(await cutOffAt(() => proveRegistration(proof), 2, when)).toBe('cut off');
    // What the queue does once the heartbeat of the killed process is missed.
    await proveRegistration(proof, new Date(Date.now() + 60 * second));
    await wakeJobs(proof.registrationId);
    expect((await fetchJob(ctx, job)).status).toBe('OK');
    expect((await fetchEntry(ctx, entryId)).state).toBe('registered');
    const completed = eq(auditLog.action, 'registration.completed');
    expect(
      await database().$count(auditLog, and(completed, eq(auditLog.subjectId, proof.registrationId))),
    ).toBe(1);
    expect((await simulator.control.stats()).sandbox.logins - before).toBe(1);
  });
});

describe('a process killed at a transaction', () => {
  test.each(moments)(
    'of a job, %s, leaves a state that the next one continues from',
    async (when) => {
      const source = await newDatabase();
      const started = await withDatabase(source, start);
      expect(await crashAt(source, { job: started.job }, 3, when)).toBe('crashed');
      await withDatabase(source, () => expectTakenUp(started));
    },
    180_000,
  );
});
