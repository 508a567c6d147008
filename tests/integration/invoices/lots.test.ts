import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { wsfe } from '#lib/arca/services.ts';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { accessFor } from '#lib/invoices/change-document.ts';
import { forgetLotLimit } from '#lib/invoices/lot-limit.ts';
import { sendSeries } from '#lib/invoices/send-series.ts';
import { cancelJob } from '#lib/workflows/cancel.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { line } from '#tests/support/invoices.ts';
import { type Issuer, newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { jobOf, sendAt, seriesOf, statusAndNumber, submissionOf, wsfeFault } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });

type Sent = Awaited<ReturnType<Issuer['submit']>>;

async function submitted(issuer: Issuer, count: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let made = 0; made < count; made += 1) sent.push(await issuer.submit());
  return sent;
}

/** Entries of the queue for the issuer's series. */
const entriesOf = async ({ cuit }: Issuer): Promise<number> =>
  (await database().execute(sql`select id from pgboss.job where data ->> 'cuit' = ${cuit}`)).rows.length;

const standing = (sent: Sent[]) => Promise.all(sent.map(statusAndNumber));
const authorised = (...numbers: number[]) => numbers.map((number) => ['authorised', number]);

/** What the authority is told of it, as a release that reckons otherwise would have it. */
async function spoil(sent: Sent, change: Partial<AuthorityAmounts>): Promise<void> {
  const { id, request } = await submissionOf(sent);
  await database()
    .update(invoiceSubmissions)
    .set({ request: { ...request, ...change } })
    .where(eq(invoiceSubmissions.id, id));
}

async function requestsDuring(work: () => Promise<void>): Promise<number> {
  const before = (await authority.control.stats()).sandbox.wsfe_requests;
  await work();
  return (await authority.control.stats()).sandbox.wsfe_requests - before;
}

/** The last number, how many may go together, and the lot. */
const ofOneLot = 3;

onDatabase('waiting invoices', () => {
  test('are sent in one request, in their order', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 12);
    const requests = await requestsDuring(() => sendAt(issuer, 0));
    expect(requests).toBeLessThanOrEqual(ofOneLot);
    expect(await standing(sent)).toEqual(authorised(...sent.map((_, at) => at + 1)));
    const held = await authority.control.vouchers('sandbox', issuer.cuit);
    const ours = await Promise.all(sent.map(submissionOf));
    expect(held.map(({ cae }) => cae)).toEqual(ours.map(({ cae }) => cae));
    for (const each of sent) expect(await jobOf(issuer.ctx, each)).toMatchObject({ status: 'OK' });
  });

  test('are sent in lots of the authority’s size, also after that shrinks', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 7);
    onTestFinished(async () => {
      await authority.control.lots(250);
      forgetLotLimit('sandbox');
    });
    await authority.control.lots(3);
    await sendAt(issuer, 0);
    expect(await standing(sent)).toEqual(authorised(1, 2, 3, 4, 5, 6, 7));
    const more = await submitted(issuer, 7);
    // The last number, and three lots: that it takes three was learnt.
    expect(await requestsDuring(() => sendAt(issuer, 0))).toBeLessThanOrEqual(5);
    expect(await standing(more)).toEqual(authorised(8, 9, 10, 11, 12, 13, 14));
  });

  test('are authorized without a rejected one among them, which alone has the reasons', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 5);
    const [, , bad] = sent;
    if (!bad) throw new Error('too few');
    await spoil(bad, { ImpTotal: '1.00' });
    expect(await requestsDuring(() => sendAt(issuer, 0))).toBeLessThanOrEqual(ofOneLot + 1);
    expect(await standing(sent)).toEqual([...authorised(1, 2), ['refused', null], ...authorised(3, 4)]);
    expect(await jobOf(issuer.ctx, bad)).toMatchObject({ status: 'KO', faults: [{ code: 'ARCA-10048' }] });
    expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(4);
  });

  test('are all refused, with one request, for a reason against the issuer', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 3);
    await authority.control.issuer('sandbox', issuer.cuit, '11');
    expect(await requestsDuring(() => sendAt(issuer, 0))).toBeLessThanOrEqual(ofOneLot);
    for (const each of sent) {
      expect(await jobOf(issuer.ctx, each)).toMatchObject({
        status: 'KO',
        faults: [{ code: 'ARCA-10000', params: { why: '11' } }],
      });
    }
  });

  test('are not refused with an unreadable one', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 3);
    const [, bad] = sent;
    if (!bad) throw new Error('too few');
    await spoil(bad, { ImpTotal: 'much' });
    await sendAt(issuer, 0);
    expect(await standing(sent)).toEqual([
      ['authorised', 1],
      ['refused', null],
      ['authorised', 2],
    ]);
    expect(await jobOf(issuer.ctx, bad)).toMatchObject({ status: 'KO', faults: [{ code: 'defect' }] });
  });

  test('with a lost answer are each looked up, and not sent again', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 10);
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    expect(new Set((await standing(sent)).map(([status]) => status))).toEqual(new Set(['sending']));
    // One look-up fails, too: what was found out before it is kept.
    await authority.control.faults(wsfeFault('html', 'FECompConsultar'));
    await sendAt(issuer, 600);
    expect((await standing(sent)).map(([status]) => status)).toContain('sending');
    await sendAt(issuer, 1_200);
    expect(await standing(sent)).toEqual(authorised(...sent.map((_, at) => at + 1)));
    expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(10);
  });

  test('with a lost answer and a partial result leave the rest to the next lot', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 4);
    const [, , bad] = sent;
    if (!bad) throw new Error('too few');
    await spoil(bad, { ImpTotal: '1.00' });
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    await sendAt(issuer, 600);
    expect(await standing(sent)).toEqual([...authorised(1, 2), ['refused', null], ...authorised(3)]);
    expect(await authority.control.vouchers('sandbox', issuer.cuit)).toHaveLength(3);
  });

  test('get later numbers when other software took theirs', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 3);
    await authority.control.faults(wsfeFault('reset'));
    await sendAt(issuer, 0);
    const access = await accessFor(issuer.ctx, wsfe, issuer.cuit, new Date());
    if (access.kind !== 'granted') throw new Error('no access');
    const { request } = await submissionOf(await issuer.submit({ lines: [line('77.00')] }));
    await authoriseOne(access.caller, request, 1);
    await authoriseOne(access.caller, request, 2);
    await sendAt(issuer, 600);
    expect(await standing(sent)).toEqual(authorised(3, 4, 5));
  });

  test('of two workspaces with one company keep their order, each under its own certificate', async () => {
    const one = await newIssuer(authority);
    const other = await newIssuer(authority, one.cuit);
    const sent = [await one.submit(), await one.submit(), await other.submit(), await one.submit()];
    await sendAt(one, 0);
    expect(await standing(sent)).toEqual(authorised(1, 2, 3, 4));
  });

  test('of another workspace are sent although the first ones are put off', async () => {
    const one = await newIssuer(authority);
    const other = await newIssuer(authority, one.cuit);
    const first = await submitted(one, 2);
    const second = await submitted(other, 2);
    await authority.control.faults(wsfeFault('html', 'FECompUltimoAutorizado'));
    await sendAt(one, 0);
    expect(await standing([...first, ...second])).toEqual([
      ['queued', null],
      ['queued', null],
      ...authorised(1, 2),
    ]);
    await sendAt(one, 600);
    expect(await standing(first)).toEqual(authorised(3, 4));
  });

  test('of cancelled jobs are left out', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 3);
    await cancelJob(issuer.ctx, sent[1]?.jobId ?? '');
    await sendAt(issuer, 0);
    expect(await standing(sent)).toEqual([
      ['authorised', 1],
      ['withdrawn', null],
      ['authorised', 2],
    ]);
  });

  test('that wait for the same lot need one entry of the queue', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 3);
    expect(await entriesOf(issuer)).toBe(3);
    await sendAt(issuer, 0);
    expect(await standing(sent)).toEqual(authorised(1, 2, 3));
    expect(await entriesOf(issuer)).toBe(0);
  });

  test('that keep arriving let other series have their turn after ten seconds', async () => {
    const issuer = await newIssuer(authority);
    const sent = await submitted(issuer, 5);
    const start = Date.now();
    // Each is due five seconds after the one before, so that there is always one more.
    for (const [at, each] of sent.entries()) {
      const { id } = await submissionOf(each);
      const nextAttemptAt = new Date(start + at * 5_000);
      await database().update(invoiceSubmissions).set({ nextAttemptAt }).where(eq(invoiceSubmissions.id, id));
    }
    const series = seriesOf(issuer);
    let now = start;
    const clock = () => {
      // Entries of the queue for the same series come all the time.
      if (now > start) void sendSeries(series);
      now += 1_250;
      return new Date(now);
    };
    await sendSeries(series, clock);
    expect((await standing(sent))[4]).toEqual(['queued', null]);
    expect(await entriesOf(issuer)).toBe(sent.length + 1);
    await sendSeries(series, () => new Date(start + 60_000));
    expect(await standing(sent)).toEqual(authorised(1, 2, 3, 4, 5));
  });
});
