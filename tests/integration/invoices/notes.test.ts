import { expect, test } from 'vitest';
import { wholeJob } from '#app/api/transform/v1/_wire/job.ts';
import { database } from '#lib/database/client.ts';
import { creditOf, extentOf, findCorrected, listNotes, noteDraft } from '#lib/invoices/credit-note.ts';
import { fetchInvoiceAmounts, listInvoices } from '#lib/invoices/invoice-list.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { createEndpoint } from '#lib/webhooks/endpoints.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { line } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { deliveriesOf } from '../webhooks/scene.ts';
import { jobOf, sendAt } from './scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const whole = { kind: 'whole' } as const;

onDatabase('notes of an invoice', () => {
  async function issued() {
    const issuer = await newIssuer(simulator);
    const sent = await issuer.submit({ lines: [line('100', { quantity: '4' })] });
    await sendAt(issuer, 0);
    await jobOf(issuer.ctx, sent);
    return { ...issuer, invoiceId: sent.entryId };
  }

  test('are linked with it both ways, and count against it once authorized', async () => {
    const { ctx, invoiceId, submit, ...issuer } = await issued();
    const draft = await noteDraft(ctx, {
      id: invoiceId,
      type: 'credit-note',
      extent: { kind: 'lines', lines: [{ index: 0, quantity: '1' }] },
    });
    const note = await submit(draft ?? {});
    const invoice = await fetchEntry(ctx, invoiceId);
    expect(await listNotes(ctx, invoice)).toMatchObject([{ id: note.entryId, isAuthorised: false }]);
    expect(creditOf(invoice, await listNotes(ctx, invoice))).toEqual({ credited: '0.00', left: '484.00' });

    await sendAt(issuer, 10, 3);
    await jobOf(ctx, note);
    expect(creditOf(invoice, await listNotes(ctx, invoice))).toEqual({ credited: '121.00', left: '363.00' });
    // Another credit note begins with what is left, not with the whole again.
    const rest = await noteDraft(ctx, { id: invoiceId, type: 'credit-note', extent: whole });
    const item = { name: 'Saldo del comprobante 00003-00000001', price: '300.00' };
    expect(rest?.lines).toMatchObject([{ quantity: '1', item }]);
    const { doc } = await fetchEntry(ctx, note.entryId);
    expect(doc).toMatchObject({ code: '1', preceding: [{ uuid: invoiceId, code: '1' }] });
    expect(await findCorrected(ctx, doc)).toMatchObject({ id: invoiceId });
    const amounts = await fetchInvoiceAmounts(ctx, [invoiceId, note.entryId]);
    expect(amounts.get(invoiceId)).toMatchObject({ net: '400.00', vat: '84.00', total: '484.00' });
    expect(amounts.get(note.entryId)).toMatchObject({
      total: '121.00',
      correctedSeries: '3',
      correctedCode: '1',
    });
    expect(await fetchInvoiceAmounts(await newWorkspace(), [invoiceId])).toEqual(new Map());
    expect(await listNotes(await newWorkspace(), invoice)).toEqual([]);
    expect(await findCorrected(await newWorkspace(), doc)).toBeUndefined();
  });

  test('are found also by number alone, with leading zeros, when other software wrote them', async () => {
    const { ctx, invoiceId } = await issued();
    const draft = await noteDraft(ctx, { id: invoiceId, type: 'debit-note', extent: whole });
    const [first = {}] = (draft?.preceding ?? []) as Record<string, unknown>[];
    const { uuid: _, ...preceding } = first;
    const data = { ...draft, preceding: [{ ...preceding, series: '00003', code: '00000001' }] };
    const note = await createEntry(ctx, { folder: 'invoices', data });
    const invoice = await fetchEntry(ctx, invoiceId);
    expect(await listNotes(ctx, invoice)).toMatchObject([{ id: note.id }]);
    expect(await findCorrected(ctx, note.doc)).toMatchObject({ id: invoiceId });
  });

  /** Credit notes of the whole invoice, each with its job at the step that sends it. */
  async function wholeCredits(issuer: Awaited<ReturnType<typeof issued>>, count: number) {
    const draft = await noteDraft(issuer.ctx, { id: issuer.invoiceId, type: 'credit-note', extent: whole });
    return Promise.all(Array.from({ length: count }, () => issuer.submit(draft ?? {})));
  }
  const exceeds = { provider: 'gov-ar', code: 'credit-exceeds-invoice', paths: ['$.totals.payable'] };

  test('that together credit more than the invoice are refused, also at the same instant', async () => {
    const issuer = await issued();
    const { ctx } = issuer;
    const notes = await wholeCredits(issuer, 4);
    const jobs = await Promise.all(notes.map(({ jobId }) => fetchJob(ctx, jobId)));
    expect(jobs.map(({ status }) => status).sort()).toEqual(['KO', 'KO', 'KO', 'QUEUED']);
    const refused = jobs.find(({ status }) => status === 'KO');
    expect(refused?.faults).toMatchObject([{ ...exceeds, params: { total: '484.00', left: '0.00' } }]);
    await sendAt(issuer, 10, 3);
    expect(await simulator.control.vouchers('sandbox', issuer.cuit)).toHaveLength(2);
  });

  test('of fifty times the invoice are refused, unless the job confirms the amount', async () => {
    const issuer = await issued();
    const { ctx, workflowId } = issuer;
    const draft = await noteDraft(ctx, { id: issuer.invoiceId, type: 'credit-note', extent: whole });
    const note = await issuer.submit({ ...draft, lines: [line('100', { quantity: '200' })] });
    expect(await fetchJob(ctx, note.jobId)).toMatchObject({ status: 'KO', faults: [exceeds] });
    const args = { allow: 'credit-exceeds-invoice' };
    const meant = await createJob(ctx, { workflowId, entryId: note.entryId, args });
    await advanceJob(meant.id);
    await sendAt(issuer, 10, 3);
    expect(await jobOf(ctx, { ...note, jobId: meant.id })).toMatchObject({ status: 'OK' });
  });

  test('that exceed the rest by cents of rounding are sent', async () => {
    const issuer = await issued();
    const draft = await noteDraft(issuer.ctx, { id: issuer.invoiceId, type: 'credit-note', extent: whole });
    const over = await issuer.submit({ ...draft, lines: [line('400.05')] });
    expect(await fetchJob(issuer.ctx, over.jobId)).toMatchObject({ status: 'KO', faults: [exceeds] });
    const just = await issuer.submit({ ...draft, lines: [line('400.04')] });
    expect((await fetchJob(issuer.ctx, just.jobId)).status).not.toBe('KO');
  });

  test('that link a larger invoice’s entry are measured by the invoice that they number', async () => {
    const issuer = await issued();
    const large = await issuer.submit({ lines: [line('90000')] });
    await sendAt(issuer, 20);
    await jobOf(issuer.ctx, large);
    const draft = await noteDraft(issuer.ctx, { id: issuer.invoiceId, type: 'credit-note', extent: whole });
    const [first = {}] = (draft?.preceding ?? []) as Record<string, unknown>[];
    const preceding = [{ ...first, uuid: large.entryId }];
    const note = await issuer.submit({ ...draft, preceding, lines: [line('9000')] });
    expect(await fetchJob(issuer.ctx, note.jobId)).toMatchObject({ status: 'KO', faults: [exceeds] });
  });

  test('of an unknown invoice are sent with remarks in entry, job, event and list', async () => {
    const issuer = await issued();
    const { ctx } = issuer;
    const endpoint = await createEndpoint(ctx, {
      url: 'https://receiver.example/',
      description: '',
      events: ['invoice.authorised'],
    });
    const draft = await noteDraft(ctx, { id: issuer.invoiceId, type: 'credit-note', extent: whole });
    const [{ uuid: _, ...first } = {}] = (draft?.preceding ?? []) as Record<string, unknown>[];
    const note = await issuer.submit({ ...draft, preceding: [{ ...first, code: '99999' }] });
    await sendAt(issuer, 10, 3);
    const job = await jobOf(ctx, note);
    expect(job).toMatchObject({ status: 'OK' });
    const remarks = [
      { code: 'credited-invoice-unknown' },
      { code: 'ARCA-10041', params: { own: expect.any(String) } },
    ];
    expect((await fetchEntry(ctx, note.entryId)).remarks).toMatchObject(remarks);
    expect((await wholeJob(ctx, job)).remarks).toMatchObject(remarks.map(({ code }) => ({ code })));
    const [delivery] = await deliveriesOf(ctx);
    expect(delivery?.endpointId).toBe(endpoint.id);
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ remarks: [{ code: 'ARCA-10041' }] });
    const listed = (remark: string) => listInvoices(ctx, { limit: 10, remark });
    for (const remark of ['any', 'ARCA-10041'])
      expect(await listed(remark)).toMatchObject([{ id: note.entryId }]);
    expect(await listed('ARCA-10234')).toEqual([]);
  });

  test('are drafted for an authorized invoice only', async () => {
    const { ctx, write } = await newIssuer(simulator);
    const { id } = await write();
    expect(await noteDraft(ctx, { id, type: 'credit-note', extent: whole })).toBeUndefined();
    await expect(
      noteDraft(await newWorkspace(), { id, type: 'credit-note', extent: whole }),
    ).rejects.toThrow();
  });

  test('are found by their index', async () => {
    const plan = await database().transaction(async (tx) => {
      await tx.execute('set local enable_seqscan = off');
      return tx.execute(`explain select id from entries where workspace_id = '5d6b8f4e-2f0c-4e19-9a57-0d3b7a6c1e22'
        and folder = 'invoices' and doc ? 'preceding' and (doc #>> '{supplier,tax_id,code}') = '30712345671'
        and ltrim(doc #>> '{preceding,0,code}', '0') = '1' and ltrim(doc #>> '{preceding,0,series}', '0') = '1'`);
    });
    expect(JSON.stringify(plan.rows)).toContain('notes_by_corrected');
  });
});

test.each([
  [undefined, { kind: 'whole' }],
  ['other', { kind: 'other' }],
  [
    '0:2,3:1.50',
    {
      kind: 'lines',
      lines: [
        { index: 0, quantity: '2' },
        { index: 3, quantity: '1.5' },
      ],
    },
  ],
  ['0:0,x:1,1:-2,2:1e3', { kind: 'whole' }],
])('a note’s extent in an address, %s, is read', (text, extent) => {
  expect(extentOf(text)).toEqual(extent);
});
