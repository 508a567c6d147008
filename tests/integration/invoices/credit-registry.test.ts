import { expect, test } from 'vitest';
import { changeDocument, changeToCreditInvoice } from '#lib/invoices/change-document.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegate } from '#tests/support/delegate.ts';
import { classB, corrected } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { type FaultPlan, simulatorOfWorker } from '#tests/support/simulator.ts';
import { authoriseRegistry, large, newCustomer, small } from './credit-scene.ts';
import { jobOf, sendAt, submissionOf } from './scene.ts';

const simulator = await simulatorOfWorker();

const requests = async () => (await simulator.control.stats()).sandbox.wsfecred_requests;
const refusedLogins = async () => (await simulator.control.stats()).sandbox.refused_logins;
const fault = (kind: FaultPlan['kind'], more: Partial<FaultPlan> = {}): Promise<void> =>
  simulator.control.faults({ environment: 'sandbox', target: 'wsfecred', kind, count: 1, ...more });

/** A supplier whose certificate may use the registry. */
async function newMember(size?: 'MIPYME' | 'GRANDE') {
  const issuer = await newIssuer(simulator);
  await simulator.addTaxpayer('sandbox', { cuit: issuer.cuit, ...(size ? { size } : {}) });
  await authoriseRegistry(simulator, issuer);
  return issuer;
}

const refusal = (cuit: string) => [
  {
    provider: 'gov-ar',
    code: 'ARCA-10192',
    params: { why: 'registry', least: 5_549_862, cuit },
    paths: ['$.$tags'],
  },
];

onDatabase('an ordinary invoice, where the registry of credit invoices is authorized', () => {
  test('is refused unsent if the customer must receive a credit invoice of this total', async () => {
    const issuer = await newMember('MIPYME');
    const { cuit, data } = await newCustomer(simulator, 'GRANDE');
    const sent = await issuer.submit({ ...data, ...large });
    expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'KO', faults: refusal(cuit) });
    expect(await fetchEntry(issuer.ctx, sent.entryId)).toMatchObject({
      state: 'error',
      faults: refusal(cuit),
    });
    await expect(submissionOf(sent)).rejects.toThrow('not submitted');
  });

  test('that was refused can be turned into a credit invoice, which is authorized', async () => {
    const issuer = await newMember('MIPYME');
    const { ctx, supplierId, workflowId } = issuer;
    const meta = { 'ar-arca-cbu': '0110599520000001235579', 'ar-arca-transfer-system': 'SCA' };
    await changeDocument(ctx, supplierId, { data: { meta }, mode: 'merge' });
    const { data } = await newCustomer(simulator, 'GRANDE');
    const { entryId } = await issuer.submit({ ...data, ...large });
    await changeToCreditInvoice(ctx, entryId);
    const { id: jobId } = await createJob(ctx, { workflowId, entryId });
    await advanceJob(jobId);
    await sendAt(issuer, 0, 201);
    expect(await jobOf(ctx, { entryId, jobId })).toMatchObject({ status: 'OK', faults: [] });
  });

  test('is sent if the job allows it', async () => {
    const issuer = await newMember();
    const { ctx, workflowId } = issuer;
    const { data } = await newCustomer(simulator, 'GRANDE');
    const { entryId, jobId } = await issuer.submit({ ...data, ...large });
    expect((await fetchJob(ctx, jobId)).status).toBe('KO');
    const allowed = await createJob(ctx, { workflowId, entryId, args: { allow: 'ARCA-10192' } });
    await advanceJob(allowed.id);
    await sendAt(issuer, 0);
    expect(await jobOf(ctx, { entryId, jobId: allowed.id })).toMatchObject({ status: 'OK' });
  });

  test('is sent by an issuer that must receive credit invoices itself', async () => {
    const issuer = await newMember('GRANDE');
    const { data } = await newCustomer(simulator, 'GRANDE');
    const sent = await issuer.submit({ ...data, ...large });
    await sendAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK' });
  });

  test('is sent to a customer that need not receive any, about whom one question is asked a day', async () => {
    const issuer = await newMember('MIPYME');
    const { data } = await newCustomer(simulator);
    const before = await requests();
    for (const sent of [
      await issuer.submit({ ...data, ...large }),
      await issuer.submit({ ...data, ...large }),
    ])
      expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'QUEUED', faults: [] });
    expect((await requests()) - before).toBe(1);
  });

  test('is sent without a question below the amount, to a person, and as a note', async () => {
    const issuer = await newMember('MIPYME');
    const { data } = await newCustomer(simulator, 'GRANDE');
    const before = await requests();
    for (const more of [
      { ...data, ...small },
      { customer: classB().customer, ...large },
      { ...data, ...large, type: 'debit-note', preceding: [corrected()] },
    ]) {
      const sent = await issuer.submit(more);
      expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'QUEUED', faults: [] });
    }
    expect(await requests()).toBe(before);
  });

  test('is checked with the delegate’s certificate if the issuer’s own is not authorized', async () => {
    const delegate = await newDelegate(simulator);
    await authoriseRegistry(simulator, delegate);
    const issuer = await newIssuer(simulator, newCuit('30'), delegate.ctx);
    const { cuit, data } = await newCustomer(simulator, 'GRANDE');
    const sent = await issuer.submit({ ...data, ...large });
    expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'KO', faults: refusal(cuit) });
  });
});

onDatabase('an ordinary invoice, where the registry does not help', () => {
  test('is sent without an authorization, after one refused login for many invoices', async () => {
    const issuer = await newIssuer(simulator);
    const { data } = await newCustomer(simulator, 'GRANDE');
    const [asked, refused] = [await requests(), await refusedLogins()];
    for (const sent of [
      await issuer.submit({ ...data, ...large }),
      await issuer.submit({ ...data, ...large }),
    ])
      expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'QUEUED', faults: [] });
    expect(await requests()).toBe(asked);
    expect((await refusedLogins()) - refused).toBe(1);
  });

  test.each<FaultPlan['kind']>(['http-503', 'reset', 'truncated', 'html', 'fault'])(
    'is sent if the registry fails (%s), which pauses other questions',
    async (kind) => {
      const issuer = await newMember('MIPYME');
      const before = await requests();
      await fault(kind);
      for (const { data } of [
        await newCustomer(simulator, 'GRANDE'),
        await newCustomer(simulator, 'GRANDE'),
      ]) {
        const sent = await issuer.submit({ ...data, ...large });
        expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'QUEUED', faults: [] });
      }
      expect((await requests()) - before).toBe(1);
    },
  );

  test('does not wait for a slow registry', { tags: 'slow' }, async () => {
    const issuer = await newMember('MIPYME');
    const { data } = await newCustomer(simulator, 'GRANDE');
    await fault('slow', { delay_ms: 4_000 });
    const sent = await issuer.submit({ ...data, ...large });
    expect(await fetchJob(issuer.ctx, sent.jobId)).toMatchObject({ status: 'QUEUED', faults: [] });
  });
});
