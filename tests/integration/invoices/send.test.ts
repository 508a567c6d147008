import { expect, test } from 'vitest';
import { advanceBatch } from '#lib/batches/advance.ts';
import { createBatch, fetchBatch } from '#lib/batches/batches.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { listRetriedJobsOf } from '#lib/workflows/job-list.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { retryJob } from '#lib/workflows/retry-and-skip.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { line, perception } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { jobOf, sendAt, statusAndNumber, submissionOf, wsfeFault } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

/** Of another currency than the invoice's: it plays no part, and stays. */
const ofEuros = { from: 'EUR', to: 'ARS', amount: '1690' };

onDatabase('a sent invoice', () => {
  test('gets the next number, its CAE and the state sent', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, cuit } = issuer;
    const first = await issuer.submit();
    const second = await issuer.submit({ lines: [line('0.10'), line('0.20')], charges: [perception()] });
    expect(await fetchJob(ctx, first.jobId)).toMatchObject({ status: 'QUEUED' });
    await sendAt(issuer, 0);
    const held = await authority.control.vouchers('sandbox', cuit);
    expect(held).toHaveLength(2);
    for (const [at, sent] of [first, second].entries()) {
      expect(await jobOf(ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
      const { doc, stamps, state } = await fetchEntry(ctx, sent.entryId);
      const { totals } = doc as { totals: { payable: string } };
      expect(doc).toMatchObject({ series: '3', code: String(at + 1) });
      expect(held[at]).toMatchObject({ number: at + 1, total: Number(totals.payable) });
      expect(state).toBe('sent');
      expect(stamps).toEqual(
        expect.arrayContaining([
          { prv: 'arca-cae', val: held[at]?.cae },
          { prv: 'arca-cae-expiry', val: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        ]),
      );
    }
  });

  test('may have been changed and closed by earlier steps, and still gets its number', async () => {
    const issuer = await newIssuer(authority);
    const { ctx } = issuer;
    const { id: entryId } = await issuer.write();
    const data = { doc: { notes: [{ key: 'general', text: 'Gracias por su compra.' }] } };
    const steps = [
      { provider: 'silo.modify', config: { data, addons: ['ar-arca-v4'] } },
      { provider: 'silo.close' },
      { provider: 'gov-ar.send' },
    ];
    const input = WorkflowInput.parse({ name: 'Close and send', schema: 'bill/invoice', steps });
    const { id: workflowId } = await createWorkflow(ctx, input);
    const { id: jobId } = await createJob(ctx, { workflowId, entryId });
    await advanceJob(jobId);
    await sendAt(issuer, 0);
    expect(await jobOf(ctx, { entryId, jobId })).toMatchObject({ status: 'OK', faults: [] });
    const { doc, closedAt } = await fetchEntry(ctx, entryId);
    expect(doc).toMatchObject({ code: '1', notes: data.doc.notes });
    expect(closedAt).toBeInstanceOf(Date);
  });

  test('gets its number in the order of the jobs, whichever arrived first', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const written = await Promise.all([issuer.write(), issuer.write(), issuer.write()]);
    const jobs: { entryId: string; jobId: string }[] = [];
    for (const { id: entryId } of written) {
      const job = await createJob(ctx, { workflowId, entryId });
      jobs.push({ entryId, jobId: job.id });
    }
    for (const { jobId } of jobs.toReversed()) await advanceJob(jobId);
    await sendAt(issuer, 0);
    const numbers = await Promise.all(jobs.map(statusAndNumber));
    expect(numbers).toEqual([1, 2, 3].map((number) => ['authorised', number]));
  });

  test('is issued once by two jobs and three workers at once, and both jobs succeed', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId, cuit } = issuer;
    const sent = await issuer.submit();
    const other = await createJob(ctx, { workflowId, entryId: sent.entryId });
    await advanceJob(other.id);
    await Promise.all([1, 2, 3].map(() => sendAt(issuer, 0)));
    expect(await jobOf(ctx, sent)).toMatchObject({ status: 'OK' });
    expect(await fetchJob(ctx, other.id)).toMatchObject({ status: 'OK' });
    const third = await createJob(ctx, { workflowId, entryId: sent.entryId });
    await advanceJob(third.id);
    expect(await fetchJob(ctx, third.id)).toMatchObject({ status: 'OK' });
    expect(await authority.control.vouchers('sandbox', cuit)).toHaveLength(1);
  });

  test('paid in dollars without a rate gets the rate that the authority used', async () => {
    const issuer = await newIssuer(authority);
    const inDollars = { currency: 'USD', tax: { ext: { 'ar-arca-same-currency': 'S' } } };
    const other = await issuer.submit();
    const sent = await issuer.submit({ ...inDollars, exchange_rates: [ofEuros] });
    const third = await issuer.submit();
    // Only that operation tells the rate: while it does not answer, the invoice waits, and is not sent again.
    await authority.control.faults(wsfeFault('http-503', 'FECompConsultar'));
    await sendAt(issuer, 0);
    expect(await submissionOf(sent)).toMatchObject({ status: 'sending', number: 2 });
    expect(await statusAndNumber(other)).toEqual(['authorised', 1]);
    await sendAt(issuer, 600);
    const held = await authority.control.vouchers('sandbox', issuer.cuit);
    expect(held).toHaveLength(3);
    expect(await statusAndNumber(third)).toEqual(['authorised', 3]);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK' });
    const { doc, stamps } = await fetchEntry(issuer.ctx, sent.entryId);
    const taken = { from: 'USD', to: 'ARS', source: 'arca', amount: '1450' };
    expect(doc).toMatchObject({ code: '2', exchange_rates: [ofEuros, taken] });
    const stamped = (provider: string) => stamps.find(({ prv }) => prv === provider)?.val ?? '';
    expect(stamped('arca-cae')).toBe(held[1]?.cae);
    const qr = Buffer.from(stamped('arca-qr').split('?p=')[1] ?? '', 'base64').toString();
    expect(JSON.parse(qr)).toMatchObject({ moneda: 'DOL', ctz: 1450 });
  });

  test('with a lost answer is looked up, and not sent again', async () => {
    const issuer = await newIssuer(authority);
    const sent = await issuer.submit();
    const next = await issuer.submit();
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    const obstacle = { code: 'authority-unavailable' };
    expect(await submissionOf(sent)).toMatchObject({ status: 'sending', number: 1, obstacle });
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'ERR' });
    await sendAt(issuer, 0);
    expect(await statusAndNumber(next)).toEqual(['sending', 2]);
    await sendAt(issuer, 600);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK' });
    const held = await authority.control.vouchers('sandbox', issuer.cuit);
    expect(held.map(({ cae }) => cae)).toEqual([
      (await submissionOf(sent)).cae,
      (await submissionOf(next)).cae,
    ]);
  });

  test('that was put off is sent at once on request, with the others of its series', async () => {
    const issuer = await newIssuer(authority);
    const [sent, next] = [await issuer.submit(), await issuer.submit()];
    await authority.control.faults(wsfeFault('http-503'));
    await sendAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'ERR' });
    await sendAt(issuer, 0);
    expect(await statusAndNumber(sent)).toEqual(['sending', 1]);
    await retryJob(issuer.ctx, sent.jobId);
    await sendAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK' });
    expect(await statusAndNumber(next)).toEqual(['authorised', 2]);
    expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(2);
  });

  test('that was put off is sent once by a batch, whichever of its series was chosen', {
    tags: 'slow',
  }, async () => {
    const issuer = await newIssuer(authority);
    const { ctx } = issuer;
    const [sent, next] = [await issuer.submit(), await issuer.submit()];
    await authority.control.faults(wsfeFault('http-503'));
    await sendAt(issuer, 0);
    expect(await jobOf(ctx, sent)).toMatchObject({ status: 'ERR' });
    const ids = await listRetriedJobsOf(ctx, [next.entryId]);
    expect(ids).toEqual([sent.jobId]);
    expect(await listRetriedJobsOf(await newWorkspace(), [next.entryId])).toEqual([]);
    const tryNow = async () => {
      const rows = ids.map((id) => ({ key: id, data: { job_id: id } }));
      const { id } = await createBatch(ctx, { operation: 'retry', rows });
      await advanceBatch(id);
      await sendAt(issuer, 0);
      return fetchBatch(ctx, id);
    };
    expect(await tryNow()).toMatchObject({ done: 1, failed: 0 });
    expect(await jobOf(ctx, sent)).toMatchObject({ status: 'OK' });
    expect(await statusAndNumber(next)).toEqual(['authorised', 2]);
    expect(await tryNow()).toMatchObject({ done: 1, failed: 0 });
    expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(2);
  });

  test('with a lost answer is looked up also after its job was cancelled', async () => {
    const issuer = await newIssuer(authority);
    const sent = await issuer.submit();
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    await cancelJob(issuer.ctx, sent.jobId);
    await sendAt(issuer, 600);
    expect(await statusAndNumber(sent)).toEqual(['authorised', 1]);
    expect((await fetchEntry(issuer.ctx, sent.entryId)).stamps).toContainEqual(
      expect.objectContaining({ prv: 'arca-cae' }),
    );
  });

  test.each([
    ['timeout', 'FECAESolicitar'],
    ['reset', 'FECAESolicitar'],
    ['http-503', 'FECAESolicitar'],
    ['html', 'FECAESolicitar'],
    ['truncated', 'FECAESolicitar'],
    ['fault', 'FECAESolicitar'],
    ['html', 'FECompUltimoAutorizado'],
  ] as const)(
    'keeps its number and shows the reason while the authority is away (%s at %s)',
    async (fault, at) => {
      const issuer = await newIssuer(authority);
      const [first, second] = [await issuer.submit(), await issuer.submit()];
      await authority.control.faults(wsfeFault(fault, at));
      await sendAt(issuer, 0);
      expect(await jobOf(issuer.ctx, first)).toMatchObject({ status: 'ERR' });
      const isOut = at === 'FECAESolicitar';
      expect(await statusAndNumber(second)).toEqual(isOut ? ['sending', 2] : ['queued', null]);
      // What settles it is away as well, for hours.
      await authority.control.faults(wsfeFault('html', 'FECompConsultar', 3));
      await authority.control.faults(wsfeFault('html', 'FECompUltimoAutorizado', 3));
      for (const seconds of [600, 4_000, 8_000, 12_000, 16_000]) await sendAt(issuer, seconds);
      await authority.control.reset();
      await sendAt(issuer, 20_000);
      expect(await statusAndNumber(first)).toEqual(['authorised', 1]);
      expect(await statusAndNumber(second)).toEqual(['authorised', 2]);
      expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(2);
    },
  );
});
