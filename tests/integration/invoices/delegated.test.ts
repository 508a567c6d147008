import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { verifyDelegation } from '#lib/registrations/delegation.ts';
import { fetchRegistration, newestRegistration } from '#lib/registrations/find.ts';
import { proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { createEntry } from '#lib/silo/entries.ts';
import { advanceJob, wakeJobs } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform, openRegistration } from '#tests/support/delegation.ts';
import { classA } from '#tests/support/invoices.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { submissionOf } from './scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const minuteMs = 60_000;

onDatabase('an invoice of a delegating supplier', () => {
  async function newScene() {
    await simulator.control.reset();
    const platform = await newPlatform(simulator);
    const { ctx } = platform;
    const supplier = await newDelegator(ctx);
    const { entryId, cuit } = supplier;
    await simulator.addPointOfSale({ cuit, number: 3, system: 'RECE' });
    // Ten minutes of ours are three of the authority's: a login's request is dated by the real clock.
    let tickets = 0;
    const verifyWithNewTicket = async () => {
      tickets += 1;
      await simulator.control.clock(tickets * 3 * 60);
      return (await verifyDelegation(ctx, entryId, now())).answer;
    };
    const now = () => new Date(Date.now() + tickets * 11 * minuteMs);
    const grant = async () => {
      await platform.delegate(cuit);
      await platform.accept(cuit);
      return verifyWithNewTicket();
    };
    const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
    const send = () => sendSeries({ environment: 'live', cuit, pointOfSale: 3, documentType: 1 }, now);
    const submit = async () => {
      const of = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
      const entry = await createEntry(ctx, {
        folder: 'invoices',
        data: classA({ supplier: of, series: '3' }),
      });
      const job = await createJob(ctx, { workflowId: workflow.id, entryId: entry.id });
      await advanceJob(job.id);
      return { entryId: entry.id, jobId: job.id };
    };
    const issue = async () => {
      const sent = await submit();
      await send();
      return submissionOf(sent);
    };
    return { platform, ctx, supplier, grant, verifyWithNewTicket, submit, send, issue };
  }

  test('has the delegate’s signature and the supplier’s numbers', async () => {
    const { supplier, grant, issue, platform } = await newScene();
    await supplier.claim();
    expect(await grant()).toBe('granted');
    expect(await issue()).toMatchObject({ status: 'authorised', number: 1, cuit: supplier.cuit });
    expect(await simulator.control.vouchers('live', supplier.cuit)).toHaveLength(1);
    expect(await simulator.control.vouchers('live', platform.cuit)).toEqual([]);
  });

  test('waits with the reason while the delegation is lost, and is sent when it is granted again', async () => {
    const { supplier, platform, ctx, grant, verifyWithNewTicket, submit, send, issue } = await newScene();
    await supplier.claim();
    await grant();
    await issue();
    const sent = await submit();
    await platform.takeBack(supplier.cuit);
    expect(await verifyWithNewTicket()).toBe('not-granted');
    await send();
    expect(await submissionOf(sent)).toMatchObject({
      status: 'queued',
      obstacle: { code: 'delegation-lost' },
    });
    // One that comes meanwhile waits at its step.
    const late = await submit();
    expect(await fetchJob(ctx, late.jobId)).toMatchObject({ status: 'ERR' });

    expect(await grant()).toBe('granted');
    await advanceJob(late.jobId);
    await send();
    await wakeJobs((await submissionOf(sent)).id);
    expect(await submissionOf(sent)).toMatchObject({ status: 'authorised', number: 2 });
    expect(await submissionOf(late)).toMatchObject({ status: 'authorised', number: 3 });
  });

  test('detects first that the delegation was taken back', async () => {
    const { supplier, platform, ctx, grant, submit, send } = await newScene();
    await supplier.claim();
    await grant();
    const sent = await submit();
    await platform.takeBack(supplier.cuit);
    // The ticket of before still represents them: it has to end first.
    await database().execute(`update access_tickets set expires_at = now(), outcome = 'granted'`);
    await simulator.control.clock(6 * 60);
    await send();
    expect(await submissionOf(sent)).toMatchObject({ status: 'queued', number: null });
    const { delegation } = await fetchRegistration(ctx, supplier.entryId);
    expect(delegation?.lostAt ?? delegation?.answer).toBeDefined();
  });

  test('continues the same series when the supplier changes to a certificate and back', async () => {
    const { supplier, ctx, grant, issue } = await newScene();
    await supplier.claim();
    await grant();
    expect(await issue()).toMatchObject({ status: 'authorised', number: 1 });
    expect(await openRegistration(ctx, supplier.entryId, 'certificate')).toBe('created');
    await certify(ctx, supplier);
    // Their own comes first: what becomes of the delegation is nothing to it.
    const lose = (lostAt: Date | null) =>
      database().update(delegations).set({ lostAt }).where(eq(delegations.entryId, supplier.entryId));
    await lose(new Date());
    expect(await issue()).toMatchObject({ status: 'authorised', number: 2 });
    await lose(null);
    const own = and(
      eq(certificates.entryId, supplier.entryId),
      eq(certificates.workspaceId, ctx.workspace.id),
    );
    await database().update(certificates).set({ notAfter: new Date() }).where(own);
    expect(await issue()).toMatchObject({ status: 'authorised', number: 3 });
  });
});

async function certify(ctx: Context, { entryId, cuit }: { entryId: string; cuit: string }): Promise<void> {
  const registration = await fetchRegistration(ctx, entryId);
  const { alias, csr } = registration.request;
  const { certificate } = await simulator.issueCertificate('live', { cuit, alias, csr });
  await receiveCertificate(ctx, registration, Buffer.from(certificate));
  await simulator.authorise('live', { cuit, alias, represented_cuit: cuit });
  await requestProof(ctx, await fetchRegistration(ctx, entryId));
  const row = await newestRegistration(ctx, entryId);
  if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
}
