import { expect, test } from 'vitest';
import type { codeOfStatus } from '#lib/documents/invoice/customer.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { listFiles } from '#lib/silo/files.ts';
import { fetchStoredTaxpayer, storeTaxpayer } from '#lib/taxpayers.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { begunSteps } from '#lib/workflows/events.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { eventually } from '#tests/support/api-client.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newAsker } from '#tests/support/delegate.ts';
import { classB, corrected, type Json } from '#tests/support/invoices.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { type FaultPlan, simulatorOfWorker } from '#tests/support/simulator.ts';
import { customerAndType, jobOf, sendAt, statusAndNumber, submissionOf, vatStatus } from './scene.ts';

const simulator = await simulatorOfWorker();

/** Somebody whom the register has as told, and an invoice for them; with a status where one is given. */
async function customer(
  told: { vat_status?: keyof typeof codeOfStatus | 'none'; state?: 'INACTIVO'; exists?: false },
  given?: string,
  cuit = newCuit('30'),
) {
  await simulator.addTaxpayer('sandbox', { cuit, ...told });
  const ext = given ? { ext: { [vatStatus]: given } } : {};
  const data = { name: 'Corralón Norte S.A.', tax_id: { country: 'AR', code: cuit }, ...ext };
  return { cuit, data: { customer: data } as Json };
}

const asAssumed = { status: '1', isAssumed: true, register: undefined, type: '1' };
const asked = async () => (await simulator.control.stats()).sandbox.padron_requests;
const fault = (kind: FaultPlan['kind'], more: Partial<FaultPlan> = {}): Promise<void> =>
  simulator.control.faults({ environment: 'sandbox', target: 'padron', kind, count: 1, ...more });

onDatabase('an invoice without its customer’s VAT status', () => {
  test.each([
    ['monotributo', '6', 1, 'a'],
    ['registered', '1', 1, 'a'],
    ['exempt', '4', 6, 'b'],
  ] as const)(
    'gets the status from the register: %s is %s',
    async (vat_status, code, documentType, letter) => {
      const asker = await newAsker(simulator);
      const { cuit, data } = await customer({ vat_status });
      const sent = await asker.submit(data);
      const stored = await customerAndType(asker, sent);
      expect(stored).toMatchObject({
        status: code,
        isAssumed: false,
        type: String(documentType),
        register: { code, of: cuit },
      });
      expect((await submissionOf(sent)).request).toMatchObject({
        CbteTipo: documentType,
        CondicionIVAReceptorId: Number(code),
      });
      const { list } = await entryActivity(asker.ctx, sent.entryId, { limit: 20 });
      expect(list.find(({ action }) => action === 'entry.customer-settled')).toMatchObject({
        actor: { kind: 'engine' },
        detail: { status: code, evidence: stored.register?.evidence, readAt: stored.register?.readAt },
      });
      await sendAt(asker, 0, documentType);
      expect(await jobOf(asker.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
      expect((await listFiles(asker.ctx, sent.entryId)).map(({ name }) => name)).toEqual([
        `factura-${letter}-00003-00000001.pdf`,
      ]);
    },
  );

  test('stays as issued when the register changes later', async () => {
    const asker = await newAsker(simulator);
    const { cuit, data } = await customer({ vat_status: 'exempt' });
    const sent = await asker.submit(data);
    await sendAt(asker, 0, 6);
    const { doc } = await fetchEntry(asker.ctx, sent.entryId);
    await customer({ vat_status: 'registered' }, undefined, cuit);
    const again = await createJob(asker.ctx, { workflowId: asker.workflowId, entryId: sent.entryId });
    await advanceJob(again.id);
    expect(await fetchJob(asker.ctx, again.id)).toMatchObject({ status: 'OK' });
    expect((await fetchEntry(asker.ctx, sent.entryId)).doc).toEqual(doc);
  });

  test.each<[string, Parameters<typeof customer>[0]]>([
    ['leaves it open', { vat_status: 'none' }],
    ['knows nobody', { exists: false }],
  ])('keeps the assumed status when the register %s', async (_, told) => {
    const asker = await newAsker(simulator);
    const { data } = await customer(told);
    const sent = await asker.submit(data);
    expect(await customerAndType(asker, sent)).toEqual(asAssumed);
    expect(await jobOf(asker.ctx, sent)).toMatchObject({ status: 'QUEUED' });
  });

  test.each<FaultPlan['kind']>(['http-503', 'reset', 'truncated', 'html'])(
    'keeps the assumed status when the register is away (%s), which pauses other look-ups',
    async (kind) => {
      const asker = await newAsker(simulator);
      const before = await asked();
      await fault(kind);
      const first = await asker.submit((await customer({ vat_status: 'exempt' })).data);
      const second = await asker.submit((await customer({ vat_status: 'exempt' })).data);
      for (const sent of [first, second]) expect(await customerAndType(asker, sent)).toEqual(asAssumed);
      expect((await asked()) - before).toBe(1);
      await sendAt(asker, 0);
      expect(await statusAndNumber(second)).toEqual(['authorised', 2]);
    },
  );

  test('does not wait for a slow register, whose answer is stored for the next', {
    tags: 'slow',
  }, async () => {
    const asker = await newAsker(simulator);
    const { cuit, data } = await customer({ vat_status: 'exempt' });
    await fault('slow', { delay_ms: 4_000 });
    expect(await customerAndType(asker, await asker.submit(data))).toEqual(asAssumed);
    await eventually(
      () => fetchStoredTaxpayer(asker.ctx, cuit),
      (kept) => kept !== undefined,
    );
    expect(await customerAndType(asker, await asker.submit(data))).toMatchObject({ status: '4', type: '6' });
  });

  test('is refused when its given type contradicts the register', async () => {
    const asker = await newAsker(simulator);
    const { data } = await customer({ vat_status: 'exempt' });
    const { jobId } = await asker.submit({ ...data, tax: { ext: { 'ar-arca-doc-type': '1' } } });
    expect(await fetchJob(asker.ctx, jobId)).toMatchObject({
      status: 'KO',
      faults: [
        {
          code: 'GOBL-AR-ARCA-BILL-INVOICE-13',
          params: { why: 'register', status: '4' },
          paths: [`$.customer.ext.${vatStatus}`],
        },
      ],
    });
  });

  test('that is a note keeps the class of its invoice', async () => {
    const asker = await newAsker(simulator);
    const note = { type: 'credit-note', preceding: [corrected()] };
    const exempt = await asker.submit({ ...(await customer({ vat_status: 'exempt' })).data, ...note });
    expect(await customerAndType(asker, exempt)).toEqual({ ...asAssumed, type: '3' });
    const simplified = await asker.submit({
      ...(await customer({ vat_status: 'monotributo' })).data,
      ...note,
    });
    expect(await customerAndType(asker, simplified)).toMatchObject({ status: '6', type: '3' });
  });

  test('that is a note for a period has the class of the register’s status', async () => {
    const asker = await newAsker(simulator);
    const preceding = [{ period: { start: '2026-10-01', end: '2026-10-31' } }];
    const note = { type: 'credit-note', preceding };
    const sent = await asker.submit({ ...(await customer({ vat_status: 'exempt' })).data, ...note });
    expect(await customerAndType(asker, sent)).toMatchObject({ status: '4', isAssumed: false, type: '8' });
    expect((await submissionOf(sent)).request).toMatchObject({ CbteTipo: 8, CondicionIVAReceptorId: 4 });
    await sendAt(asker, 0, 8);
    expect(await jobOf(asker.ctx, sent)).toMatchObject({ status: 'OK', faults: [] });
  });

  test('for a customer without a CUIT asks the register about its issuer only', async () => {
    const asker = await newAsker(simulator);
    await asker.submit({ customer: classB().customer });
    const before = await asked();
    const sent = await asker.submit({ customer: classB().customer });
    expect(await customerAndType(asker, sent)).toMatchObject({ status: '5', type: '6' });
    expect((await asked()) - before).toBe(0);
  });
});

onDatabase('an invoice with its customer’s VAT status', () => {
  test('is sent when the register agrees or has no status', async () => {
    const asker = await newAsker(simulator);
    for (const [vat_status, given] of [
      ['monotributo', '16'],
      ['exempt', '4'],
      ['none', '1'],
    ] as const) {
      const { entryId, jobId } = await asker.submit((await customer({ vat_status }, given)).data);
      expect(await customerAndType(asker, { entryId })).toMatchObject({
        status: given,
        isAssumed: false,
        register: undefined,
      });
      expect(await fetchJob(asker.ctx, jobId)).toMatchObject({ status: 'QUEUED', faults: [] });
    }
  });

  test('is refused unsent when the register has another status', async () => {
    const asker = await newAsker(simulator);
    const { cuit, data } = await customer({ vat_status: 'monotributo' }, '1');
    const { entryId, jobId } = await asker.submit(data);
    const faults = [
      {
        provider: 'gov-ar',
        code: 'customer-status-contradicted',
        params: expect.objectContaining({ given: '1', why: 'monotributo', cuit }),
        paths: [`$.customer.ext.${vatStatus}`],
      },
    ];
    expect(await fetchJob(asker.ctx, jobId)).toMatchObject({ status: 'KO', faults });
    expect(await fetchEntry(asker.ctx, entryId)).toMatchObject({ state: 'error', faults });
    await expect(submissionOf({ entryId })).rejects.toThrow('not submitted');
  });

  test('as a final consumer is sent for a person, and refused for a company', async () => {
    const asker = await newAsker(simulator);
    const told = { vat_status: 'monotributo' } as const;
    const person = await asker.submit((await customer(told, '5', newCuit('27'))).data);
    expect((await fetchJob(asker.ctx, person.jobId)).status).toBe('QUEUED');
    const company = await asker.submit((await customer(told, '5')).data);
    expect((await fetchJob(asker.ctx, company.jobId)).status).toBe('KO');
  });

  test('is not refused for an outdated reading, nor while the register is away', async () => {
    const asker = await newAsker(simulator);
    const readAt = new Date(Date.now() - 2 * 3_600_000);
    const wasExempt = async (cuit: string) =>
      storeTaxpayer(asker.ctx, cuit, {
        taxpayer: { cuit, kind: 'company', vat: { status: 'exempt', evidence: 'tax-32' }, remarks: [] },
        readAt,
      });
    const since = await customer({ vat_status: 'registered' }, '1');
    await wasExempt(since.cuit);
    expect((await fetchJob(asker.ctx, (await asker.submit(since.data)).jobId)).status).toBe('QUEUED');
    const still = await customer({ vat_status: 'exempt' }, '1');
    await wasExempt(still.cuit);
    await fault('http-503');
    expect((await fetchJob(asker.ctx, (await asker.submit(still.data)).jobId)).status).toBe('QUEUED');
  });

  test('is sent as a note on an invoice of an earlier status', async () => {
    const asker = await newAsker(simulator);
    const { data } = await customer({ vat_status: 'exempt' }, '1');
    const note = { type: 'credit-note', preceding: [corrected()] };
    expect((await fetchJob(asker.ctx, (await asker.submit({ ...data, ...note })).jobId)).status).toBe(
      'QUEUED',
    );
  });
});

onDatabase('a document for an inactive customer', () => {
  test.each([
    ['an invoice is refused by the authority', {}, 1, { status: 'KO', faults: [{ code: 'ARCA-10247' }] }],
    [
      'a credit note is authorized',
      { type: 'credit-note', preceding: [corrected()] },
      3,
      { status: 'OK', faults: [] },
    ],
  ] as const)('is sent with a remark in its job: %s', async (_, more, documentType, ended) => {
    const asker = await newAsker(simulator);
    const { cuit, data } = await customer({ state: 'INACTIVO' });
    const sent = await asker.submit({ ...data, ...more });
    const events = async () =>
      (await begunSteps(asker.ctx, await fetchJob(asker.ctx, sent.jobId))).flatMap((step) => step.events);
    expect(await events()).toContainEqual(
      expect.objectContaining({
        status: 'QUEUED',
        code: 'customer-inactive',
        params: expect.objectContaining({ cuit }),
      }),
    );
    await sendAt(asker, 0, documentType);
    expect(await jobOf(asker.ctx, sent)).toMatchObject(ended);
    expect((await events()).map(({ code }) => code)).toContain('customer-inactive');
  });
});
