import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { backUp } from '#lib/backup/back-up.ts';
import { restore } from '#lib/backup/restore.ts';
import { database } from '#lib/database/client.ts';
import { pointsOfSale } from '#lib/database/tables/registrations.ts';
import type { ExportRequest } from '#lib/documents/invoice/export-request.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { renderFault } from '#lib/faults.ts';
import { noteDraft } from '#lib/invoices/credit-note.ts';
import { changeEntry } from '#lib/silo/change-entry.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { fetchFileContent, listFiles } from '#lib/silo/files.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { newBareDatabase, newDatabase, withNewDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { fastDirectory } from '#tests/support/fast-directory.ts';
import { type Fate, type SentRequest, startHeldAuthority } from '#tests/support/held-authority.ts';
import { type Json, line } from '#tests/support/invoices.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import {
  authoriseExports,
  type Exporter,
  goodsAbroad,
  newExporter,
  otherSoftware,
  sendExportsAt,
  servicesAbroad,
  wsfexFault,
} from './export-scene.ts';
import { jobOf, statusAndNumber, submissionOf } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });
withNewDatabase();

let fates: Fate[] = [];
let requests: SentRequest[] = [];
/** Events between a request's leaving and its arrival. */
let beforeArrival: () => Promise<unknown> = async () => undefined;
const network = await startHeldAuthority(
  authority,
  async (request) => {
    requests.push(request);
    await beforeArrival();
    return fates.shift() ?? 'answered';
  },
  () => false,
);
afterAll(network.stop);
beforeEach(async () => {
  fates = [];
  requests = [];
  beforeArrival = async () => undefined;
  await authority.control.reset();
  onTestFinished(setEnvironment({ ARCA_SANDBOX_URL: `${network.url}/sandbox` }));
});

const vouchers = ({ cuit }: Exporter) => authority.control.vouchers('sandbox', cuit);
const requestOf = async (sent: { entryId: string }) => (await submissionOf(sent)).request as ExportRequest;
const stampOf = async ({ ctx }: Exporter, { entryId }: { entryId: string }, provider: string) =>
  (await fetchEntry(ctx, entryId)).stamps.find(({ prv }) => prv === provider)?.val ?? '';

async function sendAgain({ ctx, workflowId }: Exporter, { entryId }: { entryId: string }) {
  const { id: jobId } = await createJob(ctx, { workflowId, entryId });
  await advanceJob(jobId);
  return { entryId, jobId };
}

describe('an authorized export', () => {
  test.each([
    ['a company registered for VAT', '30' as const, '1'],
    ['a person in the Monotributo', '27' as const, '6'],
  ])('of services of %s has number, CAE, QR and PDF', async (_, prefix, status) => {
    const cuit = newCuit(prefix);
    const issuer = await newExporter(authority, cuit);
    const supplier = {
      name: 'Estudio Ñandú',
      tax_id: { country: 'AR', code: cuit },
      ext: { 'ar-arca-vat-status': status },
    };
    const sent = await issuer.submit(servicesAbroad({ supplier }));
    await sendExportsAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    const [voucher, ...more] = await vouchers(issuer);
    expect(more).toEqual([]);
    expect(voucher).toMatchObject({ document_type: 19, number: 1, total: 600, currency: 'DOL' });
    expect((await fetchEntry(issuer.ctx, sent.entryId)).doc).toMatchObject({ series: '5', code: '1' });
    expect(await stampOf(issuer, sent, 'arca-cae')).toBe(voucher?.cae);
    const qr = await stampOf(issuer, sent, 'arca-qr');
    expect(JSON.parse(Buffer.from(qr.split('?p=')[1] ?? '', 'base64').toString())).toMatchObject({
      cuit: Number(cuit),
      ptoVta: 5,
      tipoCmp: 19,
      nroCmp: 1,
      importe: 600,
      moneda: 'DOL',
      ctz: 1450,
      codAut: Number(voucher?.cae),
    });
    const [file] = await listFiles(issuer.ctx, sent.entryId);
    expect(file?.name).toBe('factura-e-00005-00000001.pdf');
    const { content } = await fetchFileContent(issuer.ctx, sent.entryId, file?.id ?? '');
    const [page] = await readPdf(content, { qr: 'scan' });
    expect(page?.qr).toBe(qr);
    expect(page?.text).toContain(`CAE N°: ${voucher?.cae}`);
  });

  test('of goods states its Incoterm and its export permit', async () => {
    const issuer = await newExporter(authority);
    const identities = [{ key: 'export-permit', code: '09052EC01006154G' }];
    const sent = await issuer.submit(goodsAbroad({ delivery: { identities } }));
    await sendExportsAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    expect(await vouchers(issuer)).toMatchObject([{ document_type: 19, number: 1, total: 30 }]);
    expect(await requestOf(sent)).toMatchObject({
      Incoterms: 'FOB',
      Permiso_existente: 'S',
      Permisos: [{ Id_permiso: '09052EC01006154G', Dst_merc: 203 }],
    });
  });

  test.each([
    ['goods', goodsAbroad],
    ['services', servicesAbroad],
  ])('of %s is corrected by a credit note and a debit note', async (_, documentOf) => {
    const issuer = await newExporter(authority);
    const invoice = await issuer.submit(documentOf());
    await sendExportsAt(issuer, 0);
    for (const [type, documentType] of [
      ['credit-note', 21],
      ['debit-note', 20],
    ] as const) {
      const draft = await noteDraft(issuer.ctx, { id: invoice.entryId, type, extent: { kind: 'whole' } });
      const note = await issuer.submit(draft);
      await sendExportsAt(issuer, 0, documentType);
      expect(await jobOf(issuer.ctx, note)).toMatchObject({ status: 'OK', faults: [] });
      expect(await statusAndNumber(note)).toEqual(['authorised', 1]);
    }
    const held = await vouchers(issuer);
    expect(held.map(({ document_type }) => document_type)).toEqual([19, 21, 20]);
    expect(new Set(held.map(({ total }) => total)).size).toBe(1);
    expect(held.flatMap(({ observations }) => observations)).toEqual([]);
  });

  test.each([
    ['goods', goodsAbroad],
    ['services', servicesAbroad],
  ])('of %s paid in dollars gets the rate that the authority used', async (_, documentOf) => {
    const issuer = await newExporter(authority);
    const { exchange_rates: __, tax, ...document } = documentOf();
    const ext = { ...(tax as { ext?: Json } | undefined)?.ext, 'ar-arca-same-currency': 'S' };
    const sent = await issuer.submit({ ...document, tax: { ext } });
    await sendExportsAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    expect(await vouchers(issuer)).toHaveLength(1);
    const { doc } = await fetchEntry(issuer.ctx, sent.entryId);
    expect(doc).toMatchObject({
      exchange_rates: [{ from: 'USD', to: 'ARS', source: 'arca', amount: '1450' }],
    });
  });
});

describe('an export', () => {
  test('whose answer was lost is looked up, and not sent again', async () => {
    const issuer = await newExporter(authority);
    const [sent, next] = [await issuer.submit(servicesAbroad()), await issuer.submit(servicesAbroad())];
    await authority.control.faults(wsfexFault('lost-answer'));
    await sendExportsAt(issuer, 0);
    expect(await statusAndNumber(sent)).toEqual(['sending', 1]);
    await sendExportsAt(issuer, 600);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    expect(await statusAndNumber(next)).toEqual(['authorised', 2]);
    const ours = [(await submissionOf(sent)).cae, (await submissionOf(next)).cae];
    expect((await vouchers(issuer)).map(({ cae }) => cae)).toEqual(ours);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1], [2]]);
  });

  test.each(['timeout', 'reset', 'http-503', 'html', 'truncated', 'fault'] as const)(
    'keeps its number while the authority is away (%s)',
    async (fault) => {
      const issuer = await newExporter(authority);
      const sent = await issuer.submit(servicesAbroad());
      await authority.control.faults(wsfexFault(fault));
      await sendExportsAt(issuer, 0);
      expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'ERR' });
      expect(await statusAndNumber(sent)).toEqual(['sending', 1]);
      await sendExportsAt(issuer, 600);
      expect(await statusAndNumber(sent)).toEqual(['authorised', 1]);
      expect(await vouchers(issuer)).toHaveLength(1);
    },
  );

  test('gets the next number if other software takes its number while it is under way', async () => {
    const issuer = await newExporter(authority);
    const authorise = await otherSoftware(authority, issuer);
    const sent = await issuer.submit(servicesAbroad());
    const equal = { ...(await requestOf(sent)), Id: 7 };
    beforeArrival = async () => {
      if (requests.length === 1) await authorise(equal, 1);
    };
    await sendExportsAt(issuer, 0);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    expect(await statusAndNumber(sent)).toEqual(['authorised', 2]);
    const held = await vouchers(issuer);
    expect(held.map(({ number, request_id }) => [number, request_id])).toEqual([
      [1, 7],
      [2, (await requestOf(sent)).Id],
    ]);
    expect(held[1]?.cae).toBe((await submissionOf(sent)).cae);
  });

  test('is not taken for an equal one of other software after a lost request', async () => {
    const issuer = await newExporter(authority);
    const authorise = await otherSoftware(authority, issuer);
    const sent = await issuer.submit(servicesAbroad());
    const equal = { ...(await requestOf(sent)), Id: 7 };
    fates = ['request-lost'];
    await sendExportsAt(issuer, 0);
    await authorise(equal, 1);
    await sendExportsAt(issuer, 600);
    expect(await statusAndNumber(sent)).toEqual(['authorised', 2]);
    expect(await vouchers(issuer)).toHaveLength(2);
  });

  test('that the authority had authorized before, under another number, takes over that voucher', async () => {
    const issuer = await newExporter(authority);
    const authorise = await otherSoftware(authority, issuer);
    const sent = await issuer.submit(servicesAbroad());
    const before = await requestOf(sent);
    // After Alta has read the last number, so that only the Id tells.
    beforeArrival = async () => {
      if (requests.length > 1) return;
      await authorise({ ...before, Id: 7 }, 1);
      await authorise(before, 2);
    };
    await sendExportsAt(issuer, 0);
    await sendExportsAt(issuer, 600);
    expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    expect(await statusAndNumber(sent)).toEqual(['authorised', 2]);
    const held = await vouchers(issuer);
    expect(held).toHaveLength(2);
    expect(held[1]?.cae).toBe(await stampOf(issuer, sent, 'arca-cae'));
    const next = await issuer.submit(servicesAbroad());
    await sendExportsAt(issuer, 700);
    expect(await statusAndNumber(next)).toEqual(['authorised', 3]);
  });

  test('waits, and takes no CAE over, if another sale has its Id', async () => {
    const issuer = await newExporter(authority);
    const authorise = await otherSoftware(authority, issuer);
    const sent = await issuer.submit(servicesAbroad());
    const mine = await requestOf(sent);
    const [item] = mine.Items;
    if (!item) throw new Error('it has no item');
    const items = [{ ...item, Pro_qty: '1', Pro_total_item: '50.00' }];
    await authorise({ ...mine, Imp_total: '50.00', Items: items }, 1);
    await sendExportsAt(issuer, 0);
    expect(await submissionOf(sent)).toMatchObject({
      status: 'sending',
      cae: null,
      obstacle: { code: 'authority-unavailable', params: { cause: 'unreadable' } },
    });
    await sendExportsAt(issuer, 600);
    expect(await submissionOf(sent)).toMatchObject({ cae: null });
    expect(await vouchers(issuer)).toHaveLength(1);
  });

  test('with a job that was cancelled while it was under way gets its CAE, and no second one', async () => {
    const issuer = await newExporter(authority);
    const sent = await issuer.submit(servicesAbroad());
    fates = ['held'];
    await sendExportsAt(issuer, 0);
    await cancelJob(issuer.ctx, sent.jobId);
    await sendExportsAt(issuer, 60);
    expect(await statusAndNumber(sent)).toEqual(['unconfirmed', null]);
    await requests[0]?.release?.();
    const again = await sendAgain(issuer, sent);
    await sendExportsAt(issuer, 120);
    expect(await jobOf(issuer.ctx, again)).toMatchObject({ status: 'OK', faults: [] });
    expect(await statusAndNumber(again)).toEqual(['authorised', 1]);
    expect(await vouchers(issuer)).toHaveLength(1);
  });

  test('whose first request arrives after a new job has sent it again has one CAE', async () => {
    const issuer = await newExporter(authority);
    const sent = await issuer.submit(servicesAbroad());
    fates = ['held', 'held'];
    await sendExportsAt(issuer, 0);
    await cancelJob(issuer.ctx, sent.jobId);
    await sendExportsAt(issuer, 60);
    const again = await sendAgain(issuer, sent);
    await sendExportsAt(issuer, 120);
    for (const request of requests) await request.release?.();
    await sendExportsAt(issuer, 600);
    expect(requests.map(({ numbers }) => numbers)).toEqual([[1], [1]]);
    expect(await jobOf(issuer.ctx, again)).toMatchObject({ status: 'OK', faults: [] });
    expect(await vouchers(issuer)).toHaveLength(1);
  });
});

describe('an invoice without a stated class', () => {
  const addPoint = (
    { supplierId: entryId }: Exporter,
    number: number,
    service: 'wsfe' | 'wsfex',
    { usable = true } = {},
  ) =>
    database()
      .insert(pointsOfSale)
      .values({ entryId, number, service, system: 'CAE', blocked: !usable, usable, readAt: new Date() });
  const untagged = { $tags: undefined };
  const classOf = async ({ write }: Exporter, data: Json) => {
    const { doc } = await write(data);
    const { $tags, tax } = doc as unknown as Invoice;
    return [$tags, tax?.ext?.['ar-arca-doc-type']];
  };
  const { customer } = servicesAbroad();
  const withVat: Json = { customer, lines: [line('50.00')] };
  const withoutVat: Json = { customer, lines: [line('50.00', { taxes: undefined })] };

  test.each([
    ['a company registered for VAT', '30' as const, '1'],
    ['a person in the Monotributo', '27' as const, '6'],
  ])('of %s whose only usable point of sale is for exports is an export', async (_, prefix, status) => {
    const issuer = await newExporter(authority, newCuit(prefix));
    const { ctx, supplierId } = issuer;
    const ext = { 'ar-arca-vat-status': status };
    await changeEntry(ctx, supplierId, { mode: 'merge', data: { ext } });
    await addPoint(issuer, 3, 'wsfe', { usable: false });
    await addPoint(issuer, 5, 'wsfex');
    const sent = await issuer.submit(servicesAbroad(untagged));
    expect((await fetchEntry(ctx, sent.entryId)).doc).toMatchObject({ $tags: ['export'] });
    const { Id } = await requestOf(sent);
    await sendExportsAt(issuer, 0);
    expect(await jobOf(ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
    expect(await vouchers(issuer)).toMatchObject([{ document_type: 19, number: 1, request_id: Id }]);
    const domestic = { lines: (status === '1' ? withVat : withoutVat).lines };
    expect(await classOf(issuer, domestic)).toEqual([undefined, status === '1' ? '1' : '11']);
  });

  test('is an export only at the point of sale for exports, if there is another', async () => {
    const issuer = await newIssuer(authority);
    await addPoint(issuer, 3, 'wsfe');
    await addPoint(issuer, 5, 'wsfex');
    expect(await classOf(issuer, servicesAbroad(untagged))).toEqual([['export'], '19']);
    expect(await classOf(issuer, { ...withVat, series: '3' })).toEqual([undefined, '6']);
    expect(await classOf(issuer, { ...withVat, series: '9' })).toEqual([undefined, '6']);
    const tagged = { ...withoutVat, series: '5', $tags: ['monotax'] };
    expect(await classOf(issuer, tagged)).toEqual([['monotax'], '11']);
  });

  test.each<[string, (issuer: Exporter) => Promise<unknown>]>([
    ['no point of sale is listed', async () => undefined],
    ['that for exports is not usable', (issuer) => addPoint(issuer, 5, 'wsfex', { usable: false })],
    [
      'only another workspace lists one for exports',
      async ({ cuit }) => addPoint(await newIssuer(authority, cuit), 5, 'wsfex'),
    ],
  ])('is no export if %s', async (_, arrange) => {
    const issuer = await newIssuer(authority);
    await arrange(issuer);
    expect(await classOf(issuer, { ...withVat, series: '5' })).toEqual([undefined, '6']);
  });

  test('stays as it is stored if a point of sale for exports is listed later', async () => {
    const issuer = await newIssuer(authority);
    const { id, digest } = await issuer.write({ ...withVat, series: '5' });
    await addPoint(issuer, 5, 'wsfex');
    const { id: jobId } = await createJob(issuer.ctx, { workflowId: issuer.workflowId, entryId: id });
    await advanceJob(jobId);
    expect((await fetchEntry(issuer.ctx, id)).digest).toBe(digest);
    expect((await submissionOf({ entryId: id })).documentType).toBe(6);
  });
});

test('an export of a supplier whose certificate is not authorized for it names the authorization', async () => {
  const issuer = await newIssuer(authority);
  const sent = await issuer.submit(servicesAbroad());
  await sendExportsAt(issuer, 0);
  const job = await jobOf(issuer.ctx, sent);
  expect(job).toMatchObject({ status: 'KO', faults: [{ code: 'not-authorised', params: { why: 'wsfex' } }] });
  expect(job.faults.map((fault) => renderFault(fault, 'es-AR').text)).toEqual([
    expect.stringContaining('wsfex'),
  ]);
  expect(await vouchers(issuer)).toEqual([]);
  await authoriseExports(authority, issuer);
  const again = await sendAgain(issuer, sent);
  await sendExportsAt(issuer, 0);
  expect(await jobOf(issuer.ctx, again)).toMatchObject({ status: 'OK', faults: [] });
  expect(await vouchers(issuer)).toHaveLength(1);
});

test('exports authorized after a backup are recovered by the restored database, and none is issued twice', async () => {
  const source = await newDatabase();
  const { issuer, sent } = await withDatabase(source, async () => {
    const exporter = await newExporter(authority);
    await exporter.submit(servicesAbroad());
    await sendExportsAt(exporter, 0);
    // Two equal ones, which only their Ids tell apart.
    return {
      issuer: exporter,
      sent: [await exporter.submit(servicesAbroad()), await exporter.submit(servicesAbroad())],
    };
  });
  const directory = mkdtempSync(join(fastDirectory(), 'alta-backups-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'alta.backup');
  await looking(source, () => backUp(database(), new Date(), file));
  const caesOf = () => Promise.all(sent.map(async (each) => (await submissionOf(each)).cae));
  const before = await withDatabase(source, async () => {
    // An entry that the backup does not know.
    await issuer.submit(servicesAbroad());
    await sendExportsAt(issuer, 0);
    return caesOf();
  });
  const restored = await newBareDatabase();
  await restore(file, restored);
  await withDatabase(restored, async () => {
    await sendExportsAt(issuer, 0);
    await sendExportsAt(issuer, 600);
    for (const each of sent)
      expect(await jobOf(issuer.ctx, each)).toMatchObject({ status: 'OK', faults: [] });
    expect(await caesOf()).toEqual(before);
    expect(await vouchers(issuer)).toHaveLength(4);
    const next = await issuer.submit(
      servicesAbroad({
        lines: [line('50.00', { item: { name: 'Otra', price: '50.00' }, taxes: undefined })],
      }),
    );
    await sendExportsAt(issuer, 700);
    expect(await statusAndNumber(next)).toEqual(['authorised', 5]);
  });
});
