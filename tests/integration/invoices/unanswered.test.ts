import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { wsfe } from '#lib/arca/services.ts';
import { readLastNumber } from '#lib/arca/wsfe.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buildInvoice } from '#lib/documents/invoice/invoice.ts';
import { accessFor, changeDocument } from '#lib/invoices/change-document.ts';
import { eraseSupplier } from '#lib/privacy/erase-supplier.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { advanceJob } from '#lib/workflows/advance.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { createJob, fetchJob } from '#lib/workflows/jobs.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { withNewDatabase } from '#tests/support/databases.ts';
import { setEnvironment } from '#tests/support/environment.ts';
import { type Fate, type SentRequest, startHeldAuthority } from '#tests/support/held-authority.ts';
import { line } from '#tests/support/invoices.ts';
import { type Issuer, newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { jobOf, sendAt, seriesOf, statusAndNumber, submissionOf } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 5 });
withNewDatabase();

let fates: Fate[] = [];
let requests: SentRequest[] = [];
const network = await startHeldAuthority(
  authority,
  async (request) => {
    requests.push(request);
    return fates.shift() ?? 'answered';
  },
  () => false,
);
afterAll(network.stop);
beforeEach(() => {
  fates = [];
  requests = [];
  onTestFinished(setEnvironment({ ARCA_SANDBOX_URL: `${network.url}/sandbox` }));
});

const vouchers = ({ cuit }: Issuer) => authority.control.vouchers('sandbox', cuit);
const change = { data: { lines: [line('1.00')] }, mode: 'merge' as const };

/** An invoice that has left, whose job was cancelled before the authority came to it. */
async function cancelledOnItsWay() {
  const issuer = await newIssuer(authority);
  const sent = await issuer.submit();
  fates = ['held'];
  await sendAt(issuer, 0);
  await cancelJob(issuer.ctx, sent.jobId);
  await sendAt(issuer, 60);
  expect(await statusAndNumber(sent)).toEqual(['unconfirmed', null]);
  return { issuer, sent, arrive: async () => void (await requests[0]?.release?.()) };
}

async function sendAgain({ ctx, workflowId }: Issuer, { entryId }: { entryId: string }) {
  const { id: jobId } = await createJob(ctx, { workflowId, entryId });
  await advanceJob(jobId);
  return { entryId, jobId };
}

test('an invoice with a cancelled job is locked while the authority may still authorize it', async () => {
  const { issuer, sent, arrive } = await cancelledOnItsWay();
  const { ctx, supplierId, cuit } = issuer;
  await expect(changeDocument(ctx, sent.entryId, change)).rejects.toMatchObject({ code: 'being-issued' });
  await expect(eraseSupplier(ctx, supplierId, cuit)).rejects.toMatchObject({ code: 'being-issued' });
  await arrive();
  await sendAt(issuer, 120);
  expect(await statusAndNumber(sent)).toEqual(['authorised', 1]);
  const [voucher] = await vouchers(issuer);
  expect((await fetchEntry(ctx, sent.entryId)).stamps).toContainEqual({ prv: 'arca-cae', val: voucher?.cae });
});

test('an invoice with a cancelled job is withdrawn once it can no longer be authorized', async () => {
  const { issuer, sent } = await cancelledOnItsWay();
  await sendAt(issuer, 300);
  expect(await statusAndNumber(sent)).toEqual(['unconfirmed', null]);
  await sendAt(issuer, 900);
  expect(await statusAndNumber(sent)).toEqual(['withdrawn', null]);
  await changeDocument(issuer.ctx, sent.entryId, change);
});

test('a new job of an unanswered invoice gets the first request’s voucher, and no second one', async () => {
  const { issuer, sent, arrive } = await cancelledOnItsWay();
  await arrive();
  const again = await sendAgain(issuer, sent);
  await sendAt(issuer, 120);
  expect(await jobOf(issuer.ctx, again)).toMatchObject({ status: 'OK' });
  expect(await vouchers(issuer)).toHaveLength(1);
  expect(await statusAndNumber(again)).toEqual(['authorised', 1]);
});

test('a new job of an unanswered invoice sends it under the same number', async () => {
  const { issuer, sent, arrive } = await cancelledOnItsWay();
  const again = await sendAgain(issuer, sent);
  await sendAt(issuer, 120);
  await arrive();
  expect(requests.map(({ numbers }) => numbers)).toEqual([[1], [1]]);
  expect(await jobOf(issuer.ctx, again)).toMatchObject({ status: 'OK' });
  expect(await vouchers(issuer)).toHaveLength(1);
});

test('a very late voucher still belongs to the invoice, whichever job asks', async () => {
  const { issuer, sent, arrive } = await cancelledOnItsWay();
  await sendAt(issuer, 900);
  await arrive();
  const again = await sendAgain(issuer, sent);
  await sendAt(issuer, 960);
  expect(await jobOf(issuer.ctx, again)).toMatchObject({ status: 'OK' });
  expect(await vouchers(issuer)).toHaveLength(1);
});

test('other invoices of the series are sent meanwhile, and settle the number', async () => {
  const { issuer, sent, arrive } = await cancelledOnItsWay();
  const other = await issuer.submit({ lines: [line('7.00')] });
  await sendAt(issuer, 61);
  expect(await statusAndNumber(other)).toEqual(['authorised', 1]);
  await arrive();
  await sendAt(issuer, 200);
  expect(await statusAndNumber(sent)).toEqual(['withdrawn', null]);
  expect(await vouchers(issuer)).toHaveLength(1);
});

test('an equal invoice waits until the number’s voucher is known', async () => {
  const { issuer, sent, arrive } = await cancelledOnItsWay();
  const equal = await issuer.submit();
  await sendAt(issuer, 61);
  expect(await submissionOf(equal)).toMatchObject({
    status: 'queued',
    obstacle: { code: 'equal-invoice-unanswered' },
  });
  await arrive();
  await sendAt(issuer, 200);
  expect(await statusAndNumber(sent)).toEqual(['authorised', 1]);
  expect(await statusAndNumber(equal)).toEqual(['authorised', 2]);
});

test('an invoice refused at its second attempt stays open while the first is unanswered', async () => {
  const issuer = await newIssuer(authority);
  const sent = await issuer.submit();
  fates = ['held'];
  await sendAt(issuer, 0);
  await authority.control.issuer('sandbox', issuer.cuit, '11');
  await sendAt(issuer, 60);
  expect(await statusAndNumber(sent)).toEqual(['unconfirmed', null]);
  expect(await fetchJob(issuer.ctx, sent.jobId)).not.toMatchObject({ status: 'KO' });
  await authority.control.issuer('sandbox', issuer.cuit, null);
  await requests[0]?.release?.();
  await sendAt(issuer, 120);
  expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'OK' });
});

test('an invoice refused at its second attempt is refused once the first can no longer succeed', async () => {
  const issuer = await newIssuer(authority);
  const sent = await issuer.submit();
  fates = ['request-lost'];
  await sendAt(issuer, 0);
  await authority.control.issuer('sandbox', issuer.cuit, '11');
  await sendAt(issuer, 60);
  await sendAt(issuer, 900);
  expect(await jobOf(issuer.ctx, sent)).toMatchObject({ status: 'KO', faults: [{ code: 'ARCA-10000' }] });
});

test('other software’s equal voucher is not taken for an invoice that was never sent', async () => {
  const issuer = await newIssuer(authority);
  const access = await accessFor(issuer.ctx, wsfe, issuer.cuit, new Date());
  if (access.kind !== 'granted') throw new Error('no access');
  const sent = await issuer.submit();
  const { doc } = await fetchEntry(issuer.ctx, sent.entryId);
  const last = await readLastNumber(access.caller, seriesOf(issuer));
  if (last.kind !== 'last') throw new Error('no last number');
  await authoriseOne(access.caller, authorityAmounts(buildInvoice(doc)), last.number + 1);
  await sendAt(issuer, 0);
  expect(await statusAndNumber(sent)).toEqual(['authorised', 2]);
  expect(await vouchers(issuer)).toHaveLength(2);
});
