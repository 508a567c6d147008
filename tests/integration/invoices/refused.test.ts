import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { wsfe } from '#lib/arca/services.ts';
import { readLastNumber } from '#lib/arca/wsfe.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { type Document, digestOf } from '#lib/documents/envelope.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { accessFor, changeDocument } from '#lib/invoices/change-document.ts';
import { faultsIfSentNow } from '#lib/invoices/issue.ts';
import { sendLot } from '#lib/invoices/send-lot.ts';
import { nextLot } from '#lib/invoices/send-series.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { buenosAiresDay } from '#lib/time.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { line } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { jobOf, sendAt, seriesOf, statusAndNumber, wsfeFault } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('an invoice that does not go through', () => {
  test('frees its number, and leaves the reasons in job and entry', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, cuit } = issuer;
    const refused = await issuer.submit();
    await authority.control.issuer('sandbox', cuit, '11');
    await sendAt(issuer, 0);
    const own = expect.stringContaining('DOMICILIO FISCAL');
    const faults = [{ provider: 'gov-ar', code: 'ARCA-10000', params: { why: '11', own } }];
    const job = await jobOf(ctx, refused);
    expect(job.status).toBe('KO');
    expect(job.faults).toEqual(faults);
    expect(await fetchEntry(ctx, refused.entryId)).toMatchObject({ state: 'error', faults, stamps: [] });
    const mended = { data: { customer: { name: 'Otro Cliente S.A.' } }, mode: 'merge' as const };
    // The reasons were of the document as it stood.
    expect((await changeDocument(ctx, refused.entryId, mended)).faults).toEqual([]);
    await authority.control.issuer('sandbox', cuit, null);
    const next = await issuer.submit();
    await sendAt(issuer, 0);
    expect(await statusAndNumber(next)).toEqual(['authorised', 1]);
    // Mended, the refused one is sent by another job.
    const again = await createJob(ctx, { workflowId: issuer.workflowId, entryId: refused.entryId });
    await advanceJob(again.id);
    await sendAt(issuer, 0);
    expect(await statusAndNumber(refused)).toEqual(['authorised', 2]);
  });

  test('gets the next number when other software took its own', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, cuit } = issuer;
    const access = await accessFor(ctx, wsfe, cuit, new Date());
    if (access.kind !== 'granted') throw new Error('no access');
    const takeNextElsewhere = async (price: string) => {
      const { doc } = await issuer.write({ lines: [line(price)] });
      const last = await readLastNumber(access.caller, seriesOf(issuer));
      if (last.kind !== 'last') throw new Error('no last number');
      const request = authorityAmounts(buildInvoice(doc));
      await authoriseOne(access.caller, request, last.number + 1);
    };
    const first = await issuer.submit();
    const second = await issuer.submit();
    // Neither we nor the authority have heard of number 1 when the connection breaks, and somebody else takes it.
    await authority.control.faults(wsfeFault('reset'));
    await sendAt(issuer, 0);
    expect(await statusAndNumber(first)).toEqual(['sending', 1]);
    await takeNextElsewhere('77.00');
    await sendAt(issuer, 600);
    expect(await statusAndNumber(first)).toEqual(['authorised', 2]);
    expect(await statusAndNumber(second)).toEqual(['authorised', 3]);
    // And once more, between two that are sent in one turn: the series is not asked for its last number again.
    const third = await issuer.submit();
    await takeNextElsewhere('88.00');
    const due = await nextLot(seriesOf(issuer), new Date());
    if (!due) throw new Error('nothing waits');
    await sendLot(due, { kind: 'at', last: 3, hasUnclaimed: false }, new Date());
    await sendAt(issuer, 1_200);
    expect(await statusAndNumber(third)).toEqual(['authorised', 5]);
  });

  test('can not change under way, and can be withdrawn before its number is sent', async () => {
    const issuer = await newIssuer(authority);
    const { ctx } = issuer;
    const sent = await issuer.submit();
    const change = { data: { series: '4' }, mode: 'merge' as const };
    await expect(changeDocument(ctx, sent.entryId, change)).rejects.toMatchObject({ code: 'being-issued' });
    await cancelJob(ctx, sent.jobId);
    await sendAt(issuer, 0);
    expect(await statusAndNumber(sent)).toEqual(['withdrawn', null]);
    expect((await fetchEntry(ctx, sent.entryId)).stamps).toEqual([]);
    await changeDocument(ctx, sent.entryId, change);
  });

  test('may not change once it is authorized', async () => {
    const issuer = await newIssuer(authority);
    const sent = await issuer.submit();
    await sendAt(issuer, 0);
    const change = { data: { series: '4' }, mode: 'merge' as const };
    await expect(changeDocument(issuer.ctx, sent.entryId, change)).rejects.toMatchObject({
      code: 'already-issued',
    });
  });

  test('of an unregistered supplier is refused unsent', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const code = newCuit('30');
    const entry = await issuer.write({ supplier: { name: 'Otra S.A.', tax_id: { country: 'AR', code } } });
    const job = await createJob(ctx, { workflowId, entryId: entry.id });
    await advanceJob(job.id);
    const faults = [
      { provider: 'gov-ar', code: 'supplier-not-registered', paths: ['$.supplier.tax_id.code'] },
    ];
    expect(await fetchJob(ctx, job.id)).toMatchObject({ status: 'KO', faults });
    expect(await fetchEntry(ctx, entry.id)).toMatchObject({ state: 'error', faults });
  });

  test('of a supplier with an expired certificate is refused unsent, with the local date', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const entry = await issuer.write();
    await database()
      .update(certificates)
      .set({ notAfter: new Date('2026-11-01T01:30:00Z') })
      .where(eq(certificates.entryId, issuer.supplierId));
    const job = await createJob(ctx, { workflowId, entryId: entry.id });
    await advanceJob(job.id);
    const faults = [{ code: 'certificate-expired', params: { why: 'since', date: '2026-10-31' } }];
    expect(await fetchJob(ctx, job.id)).toMatchObject({ status: 'KO', faults });
  });

  test('that an earlier release built otherwise is refused rather than sent with other amounts', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const { id, doc: built } = await issuer.write();
    const doc = { ...built, totals: { ...(built.totals as Document), payable: '1210.01' } };
    await database()
      .update(entries)
      .set({ doc, digest: digestOf(doc) })
      .where(eq(entries.id, id));
    const send = async () => {
      const job = await createJob(ctx, { workflowId, entryId: id });
      await advanceJob(job.id);
      return fetchJob(ctx, job.id);
    };
    expect(await send()).toMatchObject({ status: 'KO', faults: [{ code: 'outdated-document' }] });
    await changeDocument(ctx, id, { data: doc, mode: 'replace' });
    expect((await fetchEntry(ctx, id)).doc).toEqual(built);
    expect(await send()).not.toMatchObject({ status: 'KO' });
  });

  test('is not refused for an assumption that an earlier release left out of the document', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const { id, doc: built } = await issuer.write();
    const { ext: _, meta: __, ...customer } = built.customer as Document;
    const doc = { ...built, customer };
    await database()
      .update(entries)
      .set({ doc, digest: digestOf(doc) })
      .where(eq(entries.id, id));
    const job = await createJob(ctx, { workflowId, entryId: id });
    await advanceJob(job.id);
    expect(await fetchJob(ctx, job.id)).toMatchObject({ status: 'QUEUED', faults: [] });
  });

  test('dated before the last of its series is refused before it is sent, and said before that', async () => {
    const issuer = await newIssuer(authority);
    const { ctx } = issuer;
    await issuer.submit();
    await sendAt(issuer, 0);
    const yesterday = buenosAiresDay(new Date(Date.now() - 86_400_000));
    const today = buenosAiresDay(new Date());
    const late = await issuer.submit({ issue_date: yesterday });
    const { status, faults } = await fetchJob(ctx, late.jobId);
    expect(status).toBe('KO');
    expect(faults).toMatchObject([
      { code: 'ARCA-10016', params: { why: 'series', date: today }, paths: ['$.issue_date'] },
    ]);
    const { doc } = await fetchEntry(ctx, late.entryId);
    expect(await faultsIfSentNow(ctx, doc)).toEqual(faults);
    expect(await faultsIfSentNow(ctx, { ...doc, issue_date: today })).toEqual([]);
  });

  test('of any date can be stored, and is refused when it is sent', async () => {
    const issuer = await newIssuer(authority);
    const old = await issuer.submit({ issue_date: '2020-01-01' });
    const { status, faults } = await fetchJob(issuer.ctx, old.jobId);
    expect([status, faults]).toMatchObject(['KO', [{ code: 'ARCA-10016', params: { why: 'days' } }]]);
  });

  test('too late for its date is refused with the rule and the field', async () => {
    const issuer = await newIssuer(authority);
    const { ctx, workflowId } = issuer;
    const entry = await issuer.write();
    const job = await createJob(ctx, { workflowId, entryId: entry.id });
    await advanceJob(job.id, () => new Date(Date.now() + 30 * 86_400_000));
    expect(await fetchJob(ctx, job.id)).toMatchObject({
      status: 'KO',
      faults: [{ code: 'ARCA-10016', paths: ['$.issue_date'] }],
    });
  });
});
