import { expect, test } from 'vitest';
import type { Context } from '#lib/context.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { firstDraft } from '#lib/invoices/first-draft.ts';
import { learnIssuerStatus } from '#lib/invoices/issuer.ts';
import { checkPointsOfSale } from '#lib/registrations/check-points-of-sale.ts';
import { changeEntry } from '#lib/silo/change-entry.ts';
import { createEntry, fetchEntry } from '#lib/silo/entries.ts';
import { fetchStoredTaxpayer, storeTaxpayer } from '#lib/taxpayers.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newAsker } from '#tests/support/delegate.ts';
import { classA, corrected, type Json, line } from '#tests/support/invoices.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { jobOf, sendAt, vatStatus } from './scene.ts';

const simulator = await simulatorOfWorker();

const withoutVat = { lines: [line('1000.00', { taxes: undefined })] };
const typed = (code: string) => ({ tax: { ext: { 'ar-arca-doc-type': code } } });

/** An invoice of theirs that states no class, unless told. */
const invoiceOf = (cuit: string, more: Json = {}): Json => {
  const { issue_date: _, ...invoice } = classA(more);
  return { ...invoice, supplier: { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: cuit } } };
};
const writeIn = (ctx: Context, cuit: string, more?: Json) =>
  createEntry(ctx, { folder: 'invoices', data: invoiceOf(cuit, more) });
const typeOf = ({ doc }: { doc: object }) => (doc as Invoice).tax?.ext?.['ar-arca-doc-type'];
const statusOf = ({ doc }: { doc: object }) => (doc as Invoice).supplier.ext?.[vatStatus];

async function issue(ctx: Context, entryId: string) {
  const workflow = await createWorkflow(ctx, { template: 'ar-invoice' });
  const job = await createJob(ctx, { workflowId: workflow.id, entryId });
  await advanceJob(job.id);
  return { entryId, jobId: job.id, job: await fetchJob(ctx, job.id) };
}

onDatabase('the class of an invoice in live', () => {
  test.each([
    ['MONOTRIBUTO', '6', '11'],
    ['EXENTO', '4', '11'],
  ] as const)('is C by default from a point of sale of %s', async (system, code, type) => {
    const { ctx, entryId, cuit, add } = await newLiveSupplier(simulator);
    await add(3, system);
    await checkPointsOfSale(ctx, entryId);
    const entry = await writeIn(ctx, cuit, withoutVat);
    expect([statusOf(entry), typeOf(entry)]).toEqual([code, type]);
    expect((await issue(ctx, entry.id)).job.status).toBe('QUEUED');
    // Who says the VAT all the same learns where the class is from.
    await expect(writeIn(ctx, cuit)).rejects.toMatchObject({
      faults: [
        { code: 'GOBL-AR-ARCA-BILL-INVOICE-23', params: { why: 'issuer' }, paths: ['$.lines[0].taxes'] },
      ],
    });
  });

  test('follows its point of sale, also when that changes', async () => {
    const { ctx, entryId, cuit, add } = await newLiveSupplier(simulator);
    await add(3, 'MONOTRIBUTO');
    await add(4, 'RECE');
    await checkPointsOfSale(ctx, entryId);
    const entry = await writeIn(ctx, cuit, withoutVat);
    expect(typeOf(entry)).toBe('11');
    const taxed = classA().lines;
    const { after } = await changeEntry(ctx, entry.id, {
      mode: 'merge',
      data: { series: '4', lines: taxed } as Json,
    });
    expect([statusOf(after), typeOf(after)]).toEqual([undefined, '1']);
  });

  test.each([
    ['class A from a monotributo’s', 'MONOTRIBUTO', 'CAE - Monotributo', typed('1'), 'monotributo', 'A'],
    [
      'class B from an exempt supplier’s',
      'EXENTO',
      'CAE - Exento Iva',
      { ...typed('6'), customer: undefined },
      'exempt',
      'B',
    ],
    [
      'class C from a registered supplier’s',
      'RECE',
      'CAE - Ri Iva',
      { $tags: ['monotax'], ...withoutVat },
      'registered',
      'C',
    ],
  ] as const)(
    '%s point of sale is refused unsent, with the status found',
    async (_, made, system, stated, status, letter) => {
      const { ctx, cuit, add } = await newLiveSupplier(simulator);
      await add(3, made);
      const entry = await writeIn(ctx, cuit, stated as Json);
      const { job } = await issue(ctx, entry.id);
      const paths = [letter === 'C' ? '$.$tags' : '$.tax.ext.ar-arca-doc-type'];
      expect(job).toMatchObject({ status: 'KO' });
      expect(job.faults).toEqual([
        {
          provider: 'gov-ar',
          code: 'issuer-status-contradicted',
          params: { why: 'point-of-sale', number: 3, system, status, letter },
          paths,
        },
      ]);
      expect(await simulator.control.vouchers('live', cuit)).toEqual([]);
    },
  );
});

onDatabase('the class of an invoice in the sandbox', () => {
  test('comes from the register, which is asked before an invoice is built that depends on it', async () => {
    const asker = await newAsker(simulator);
    const { ctx, cuit } = asker;
    await simulator.addTaxpayer('sandbox', { cuit, vat_status: 'monotributo' });
    await learnIssuerStatus(ctx, invoiceOf(cuit, typed('1')));
    expect(await fetchStoredTaxpayer(ctx, cuit)).toBeUndefined();
    await learnIssuerStatus(ctx, invoiceOf(cuit));
    const sent = await asker.submit(withoutVat);
    expect(typeOf(await fetchEntry(ctx, sent.entryId))).toBe('11');
    await sendAt(asker, 0, 11);
    expect(await jobOf(ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    const draft = await firstDraft(
      ctx,
      { id: asker.supplierId, doc: (await fetchEntry(ctx, asker.supplierId)).doc },
      {
        customer: { name: 'Almacén del Sur S.R.L.', code: '30712345671' },
        item: { name: 'Pan', price: '1' },
      },
    );
    expect(draft.$tags).toEqual(['monotax']);
  });

  test('against today’s register is refused unsent, except in a note', async () => {
    const asker = await newAsker(simulator);
    const { ctx, cuit } = asker;
    const long = new Date(Date.now() - 2 * 3_600_000);
    const registered = { status: 'registered', evidence: 'tax-30' } as const;
    await storeTaxpayer(ctx, cuit, {
      taxpayer: { cuit, kind: 'company', remarks: [], vat: registered },
      readAt: long,
    });
    expect((await issue(ctx, (await writeIn(ctx, cuit)).id)).job.status).toBe('QUEUED');
    await simulator.addTaxpayer('sandbox', { cuit, vat_status: 'exempt' });
    // What was read hours ago refuses nobody.
    expect(
      (await issue(ctx, (await writeIn(ctx, cuit, { $tags: ['monotax'], ...withoutVat })).id)).job.status,
    ).toBe('QUEUED');
    const { job } = await issue(ctx, (await writeIn(ctx, cuit, typed('1'))).id);
    expect(job.faults).toMatchObject([
      {
        code: 'issuer-status-contradicted',
        params: { why: 'register', status: 'exempt', evidence: 'tax-32', cuit, letter: 'A' },
      },
    ]);
    const note = { type: 'credit-note', preceding: [corrected()], ...typed('3') };
    expect((await issue(ctx, (await writeIn(ctx, cuit, note)).id)).job.status).toBe('QUEUED');
  });

  test('that changes between acceptance and sending issues nothing, and is right in the next', async () => {
    const asker = await newAsker(simulator);
    const { ctx, cuit } = asker;
    await simulator.addTaxpayer('sandbox', { cuit, vat_status: 'registered' });
    const [accepted, behind] = [await asker.submit(), await asker.submit()];
    expect(typeOf(await fetchEntry(ctx, accepted.entryId))).toBe('1');
    await simulator.addTaxpayer('sandbox', { cuit, vat_status: 'monotributo' });
    await sendAt(asker, 0);
    await sendAt(asker, 3_600);
    for (const sent of [accepted, behind])
      expect(await jobOf(ctx, sent)).toMatchObject({ status: 'KO', faults: [{ code: 'ARCA-10000' }] });
    expect(await simulator.control.vouchers('sandbox', cuit)).toEqual([]);
    // The refusal made Alta forget what it had read of the register.
    const again = await issue(ctx, accepted.entryId);
    expect(again.job).toMatchObject({ status: 'KO', faults: [{ code: 'issuer-status-contradicted' }] });
    const next = await asker.submit(withoutVat);
    expect(typeOf(await fetchEntry(ctx, next.entryId))).toBe('11');
    await sendAt(asker, 0, 11);
    expect(await jobOf(ctx, next)).toMatchObject({ status: 'OK', faults: [] });
    expect(await simulator.control.vouchers('sandbox', cuit)).toMatchObject([{ number: 1 }]);
  });

  test('stays A or B for an unknown issuer, and a foreign issuer is never looked up', async () => {
    const asker = await newAsker(simulator);
    const { ctx, cuit } = asker;
    expect(typeOf(await writeIn(ctx, cuit))).toBe('1');
    await simulator.addTaxpayer('sandbox', { cuit: '30712345671', vat_status: 'monotributo' });
    await learnIssuerStatus(ctx, invoiceOf('30712345671'));
    expect(await fetchStoredTaxpayer(ctx, '30712345671')).toBeUndefined();
    await simulator.addTaxpayer('sandbox', { cuit: '30712345671' });
  });

  test('comes from the supplier’s own entry when the authority has no answer', async () => {
    const { ctx, supplierId, cuit } = await newAsker(simulator);
    const { doc } = await fetchEntry(ctx, supplierId);
    await changeEntry(ctx, supplierId, { mode: 'replace', data: { ...doc, ext: { [vatStatus]: '4' } } });
    const entry = await writeIn(ctx, cuit, withoutVat);
    expect([statusOf(entry), typeOf(entry)]).toEqual(['4', '11']);
  });
});
