// @module-tag slow
import { buffer } from 'node:stream/consumers';
import Big from 'big.js';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { monthArchiveParts, monthArchives } from '#lib/database/tables/invoices.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import type { Download } from '#lib/http/download.ts';
import {
  advanceMonthArchive,
  deleteMonthArchive,
  fetchMonthArchive,
  findMonthArchive,
  startMonthArchive,
} from '#lib/invoices/month-archive.ts';
import { addUpMonth, countMissing, listIssuers, salesOfMonth } from '#lib/invoices/sales-month.ts';
import { vatBookOf } from '#lib/invoices/vat-book-file.ts';
import { archiveLimits } from '#lib/limits.ts';
import { deleteExpired } from '#lib/retention.ts';
import { archiveEntry, fetchEntry } from '#lib/silo/entries.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { line, perception } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { begun, jobOf, sendAt } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });
const month = begun.toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' }).slice(0, 7);

/** A company with two authorized invoices, of which one is archived, its credit note, and an invoice that waits. */
async function newMonth() {
  const issuer = await newIssuer(authority);
  const { ctx, cuit, submit } = issuer;
  const first = await submit({ charges: [perception()] });
  const second = await submit({ lines: [line('10.50')] });
  await sendAt(issuer, 0);
  await jobOf(ctx, first);
  await jobOf(ctx, second);
  const { doc } = await fetchEntry(ctx, first.entryId);
  const corrected = doc as unknown as Invoice & { code: string };
  const note = await submit({
    type: 'credit-note',
    preceding: [
      {
        series: corrected.series,
        code: corrected.code,
        issue_date: corrected.issue_date,
        ext: { 'ar-arca-doc-type': '1' },
      },
    ],
    lines: [line('100.00')],
  });
  await sendAt(issuer, 1, 3);
  await jobOf(ctx, note);
  await archiveEntry(ctx, second.entryId);
  await issuer.write({ lines: [line('1.00')] });
  return {
    ctx,
    query: { issuer: cuit, month },
    entryIds: [first, second, note].map(({ entryId }) => entryId),
    submit,
  };
}

const bytesOf = async ({ content }: Download): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : buffer(content as never);
const filesIn = async (download: Download) => unzipSync(new Uint8Array(await bytesOf(download)));

async function archiveIdOf(...[ctx, query]: Parameters<typeof findMonthArchive>): Promise<string> {
  const archive = await findMonthArchive(ctx, query);
  if (!archive) throw new Error('there is no archive');
  return archive.id;
}

onDatabase('a company’s month', () => {
  test('has its authorized documents, adds them up and names what is missing', async () => {
    const { ctx, query, entryIds, submit } = await newMonth();
    const found: string[] = [];
    for await (const page of salesOfMonth(ctx, query, { limit: 2 }))
      found.push(...page.map(({ entryId }) => entryId));
    expect(found).toEqual(entryIds);
    const sums = await addUpMonth(ctx, query);
    const entries = await Promise.all(entryIds.map((id) => fetchEntry(ctx, id)));
    const payable = entries.map(({ doc }) => (doc as unknown as Invoice).totals.payable);
    const [first = '0', second = '0', note = '0'] = payable;
    expect(sums?.documents).toBe(3);
    expect(sums?.total.toFixed(2)).toBe(new Big(first).plus(second).minus(note).toFixed(2));
    expect(sums?.rates.get(5)?.net.toFixed(2)).toBe('910.50');
    expect(sums?.taxes.get('gross-income')?.toFixed(2)).toBe('35.00');
    expect(await countMissing(ctx, query)).toEqual({ waiting: 0, failed: 0, unsent: 1 });
    const late = await submit({});
    await archiveEntry(ctx, late.entryId);
    expect(await countMissing(ctx, query)).toEqual({ waiting: 1, failed: 0, unsent: 1 });
    expect(await listIssuers(ctx)).toEqual([{ cuit: query.issuer, name: 'Panadería La Espiga S.A.' }]);
  });

  test('is empty in another month and in another workspace', async () => {
    const { ctx, query } = await newMonth();
    for (const [other, asked] of [
      [ctx, { ...query, month: '2020-01' }],
      [await newWorkspace(), query],
    ] as const) {
      expect((await addUpMonth(other, asked))?.documents).toBe(0);
      expect(Object.values(await filesIn(vatBookOf(other, asked))).map(({ length }) => length)).toEqual([
        0, 0,
      ]);
      expect(await findMonthArchive(other, asked)).toBeUndefined();
    }
  });

  test('has a VAT book of the same documents', async () => {
    const { ctx, query } = await newMonth();
    const download = vatBookOf(ctx, query);
    expect(download.name).toBe(`libro-iva-digital-${month}-${query.issuer}.zip`);
    const files = await filesIn(download);
    const lines = Object.values(files).map((file) => Buffer.from(file).toString('latin1').split('\r\n'));
    expect(Object.keys(files)).toEqual([
      'LIBRO_IVA_DIGITAL_VENTAS_CBTE.txt',
      'LIBRO_IVA_DIGITAL_VENTAS_ALICUOTAS.txt',
    ]);
    expect(lines.map((each) => each.map(({ length }) => length))).toEqual([
      [266, 266, 266, 0],
      [62, 62, 62, 0],
    ]);
  });
});

onDatabase('the archive of a month’s PDFs', () => {
  test('has the PDF of each document, under its number and customer', async () => {
    const { ctx, query } = await newMonth();
    await startMonthArchive(ctx, query);
    await expect(fetchMonthArchive(ctx, query)).rejects.toMatchObject({ key: 'not-found' });
    await advanceMonthArchive(await archiveIdOf(ctx, query));
    expect(await findMonthArchive(ctx, query)).toMatchObject({ total: 3, done: 3, missing: 0 });
    const archive = await fetchMonthArchive(ctx, query);
    expect(archive.name).toBe(`comprobantes-${month}-${query.issuer}.zip`);
    const files = await filesIn(archive);
    expect(Object.keys(files)).toEqual([
      '00003-00000001 001 Factura A Almacén del Sur S.R.L..pdf',
      '00003-00000002 001 Factura A Almacén del Sur S.R.L..pdf',
      '00003-00000001 003 Nota de Crédito A Almacén del Sur S.R.L..pdf',
    ]);
    for (const file of Object.values(files)) expect(Buffer.from(file).toString('latin1')).toMatch(/^%PDF-/);
  });

  test('is made once, although it is started twice and two processes work on it', async () => {
    const { ctx, query } = await newMonth();
    await Promise.all([startMonthArchive(ctx, query), startMonthArchive(ctx, query)]);
    const id = await archiveIdOf(ctx, query);
    await Promise.all([advanceMonthArchive(id), advanceMonthArchive(id)]);
    await advanceMonthArchive(id);
    expect(await findMonthArchive(ctx, query)).toMatchObject({ id, parts: 1, done: 3 });
    expect(await database().$count(monthArchiveParts, eq(monthArchiveParts.archiveId, id))).toBe(1);
    await startMonthArchive(ctx, query);
    expect(await archiveIdOf(ctx, query)).not.toBe(id);
  });

  test('is not begun while three others are being made', async () => {
    const ctx = await newWorkspace();
    const start = (at: number) => startMonthArchive(ctx, { issuer: '30712345674', month: `20${20 + at}-01` });
    for (const at of [0, 1, 2]) await start(at);
    await expect(start(3)).rejects.toMatchObject({ key: 'rate-limited' });
    await deleteMonthArchive(ctx, { issuer: '30712345674', month: '2020-01' });
    await start(3);
  });

  test('replaces the oldest ones when they take too much room', async () => {
    const { ctx, query } = await newMonth();
    const earlier = { ...query, month: '2020-01' };
    await startMonthArchive(ctx, earlier);
    await advanceMonthArchive(await archiveIdOf(ctx, earlier));
    await database()
      .update(monthArchives)
      .set({ bytes: archiveLimits.stored + 1 })
      .where(eq(monthArchives.workspaceId, ctx.workspace.id));
    await startMonthArchive(ctx, query);
    expect(await findMonthArchive(ctx, earlier)).toBeUndefined();
    expect(await findMonthArchive(ctx, query)).toMatchObject({ done: 0 });
  });

  test('goes on after the last stored document', async () => {
    const { ctx, query } = await newMonth();
    await startMonthArchive(ctx, query);
    const id = await archiveIdOf(ctx, query);
    const pages = salesOfMonth(ctx, query, { limit: 1 });
    const { value: page = [] } = await pages.next();
    await database()
      .update(monthArchives)
      .set({ done: 1, place: page[0]?.place ?? null })
      .where(eq(monthArchives.id, id));
    await advanceMonthArchive(id);
    expect(Object.keys(await filesIn(await fetchMonthArchive(ctx, query)))).toHaveLength(2);
  });

  test('is gone when it is cancelled, and a week later', async () => {
    const { ctx, query } = await newMonth();
    await startMonthArchive(ctx, query);
    const id = await archiveIdOf(ctx, query);
    await deleteMonthArchive(ctx, query);
    await advanceMonthArchive(id);
    expect(await findMonthArchive(ctx, query)).toBeUndefined();
    await startMonthArchive(ctx, query);
    await advanceMonthArchive(await archiveIdOf(ctx, query));
    await database()
      .update(monthArchives)
      .set({ createdAt: sql`now() - interval '8 days'` })
      .where(eq(monthArchives.workspaceId, ctx.workspace.id));
    expect(await deleteExpired()).toMatchObject({ archives: 1 });
    expect(await findMonthArchive(ctx, query)).toBeUndefined();
  });
});
