import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { checkCreditInvoice, fetchCreditStatus } from '#lib/invoices/credit-status.ts';
import { overdue } from '#lib/queue-repair.ts';
import { entryActivity } from '#lib/reports/activity.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { dayMs } from '#lib/time.ts';
import { createEndpoint } from '#lib/webhooks/endpoints.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { deliveriesOf } from '../webhooks/scene.ts';
import { asCreditInvoice, authoriseRegistry, large, newCustomer } from './credit-scene.ts';
import { sendAt, submissionOf } from './scene.ts';

const simulator = await simulatorOfWorker();

onDatabase('an authorized credit invoice', () => {
  async function issued({ isAuthorised = true } = {}) {
    const issuer = await newIssuer(simulator);
    const { ctx, cuit } = issuer;
    await simulator.addTaxpayer('sandbox', { cuit, size: 'MIPYME' });
    if (isAuthorised) await authoriseRegistry(simulator, issuer);
    await createEndpoint(ctx, {
      url: 'https://receiver.example/',
      description: '',
      events: ['invoice.fce_accepted', 'invoice.fce_rejected'],
    });
    const { data } = await newCustomer(simulator, 'GRANDE');
    const sent = await issuer.submit({ ...data, ...large, ...asCreditInvoice() });
    await sendAt(issuer, 0, 201);
    const row = () => submissionOf(sent);
    /** The check that is due next, as a worker makes it. */
    async function checkNext(now = new Date()) {
      const { id, creditChecks: checks } = await row();
      await checkCreditInvoice({ submissionId: id, checks }, now);
    }
    const decide = (decision: 'accepted' | 'accepted-by-silence' | 'rejected', reason?: string) =>
      simulator.control.creditInvoice('sandbox', {
        cuit,
        document_type: 201,
        point_of_sale: 3,
        number: 1,
        decision,
        ...(reason ? { reason } : {}),
      });
    return { ctx, ...sent, row, checkNext, decide, status: () => fetchCreditStatus(ctx, sent.entryId) };
  }

  test('is first checked a day later, and daily while the customer has not decided', async () => {
    const { row, checkNext, status, ctx } = await issued();
    const { settledAt, nextCreditCheckAt } = await row();
    expect((nextCreditCheckAt?.getTime() ?? 0) - (settledAt?.getTime() ?? 0)).toBe(dayMs);
    const now = new Date();
    await checkNext(now);
    expect(await status()).toMatchObject({ status: 'pending', reasons: [] });
    expect(await row()).toMatchObject({
      creditChecks: 1,
      nextCreditCheckAt: new Date(now.getTime() + dayMs),
    });
    expect(await deliveriesOf(ctx)).toEqual([]);
  });

  test.each([
    ['accepted', 'accepted', { acceptance: 'express' }, 'entry.fce-accepted'],
    ['accepted-by-silence', 'accepted', { acceptance: 'tacit' }, 'entry.fce-accepted'],
    ['rejected', 'rejected', { reasons: ['Otros: La mercadería no llegó'] }, 'entry.fce-rejected'],
  ] as const)(
    'that is %s shows its status, sends one event, and is not checked again',
    async (decision, expected, more, action) => {
      const { ctx, entryId, row, checkNext, decide, status } = await issued();
      await checkNext();
      await decide(decision);
      const { id } = await row();
      const check = { submissionId: id, checks: 1 };
      await Promise.all([checkCreditInvoice(check), checkCreditInvoice(check)]);
      await checkNext();
      expect(await status()).toMatchObject({ status: expected, since: expect.any(Date), ...more });
      expect(await row()).toMatchObject({ creditChecks: 2, nextCreditCheckAt: null });
      const { list } = await entryActivity(ctx, entryId, { limit: 20 });
      expect(list.filter((line) => line.action === action)).toMatchObject([{ actor: { kind: 'engine' } }]);
      const deliveries = await deliveriesOf(ctx);
      expect(deliveries).toHaveLength(1);
      expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({
        event: `invoice.fce_${expected}`,
        siloEntryId: entryId,
        data: {
          series: '3',
          code: '1',
          ...('acceptance' in more ? more : { reason: 'Otros: La mercadería no llegó' }),
        },
      });
    },
  );

  test('has its status in the meta that the API shows', async () => {
    const { ctx, entryId, checkNext, decide } = await issued();
    await decide('rejected', 'Precio equivocado');
    await checkNext();
    const record = (await listMeta(ctx, entryId)).find(({ key }) => key === 'fce');
    expect(record).toMatchObject({
      src: 'gov-ar',
      value: {
        status: 'rejected',
        since: expect.stringMatching(/Z$/),
        accept_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reasons: ['Otros: Precio equivocado'],
      },
    });
  });

  test('has no status without an authorization, and is checked for sixty days', async () => {
    const { row, checkNext, status } = await issued({ isAuthorised: false });
    await checkNext();
    expect(await status()).toBeUndefined();
    expect(await row()).toMatchObject({ creditChecks: 1, nextCreditCheckAt: expect.any(Date) });
    await checkNext(new Date(Date.now() + 61 * dayMs));
    expect(await row()).toMatchObject({ creditChecks: 2, nextCreditCheckAt: null });
  });

  test('keeps its last status while the registry does not answer', async () => {
    const { row, checkNext, status, decide } = await issued();
    await checkNext();
    await decide('accepted');
    await simulator.control.faults({ environment: 'sandbox', target: 'wsfecred', kind: 'fault', count: 1 });
    await checkNext();
    expect(await status()).toMatchObject({ status: 'pending' });
    expect(await row()).toMatchObject({ creditChecks: 2, nextCreditCheckAt: expect.any(Date) });
    await checkNext();
    expect(await status()).toMatchObject({ status: 'accepted' });
  });

  test('is checked although the queue entry was lost', async () => {
    const { ctx, row } = await issued();
    const { id, nextCreditCheckAt } = await row();
    const late = new Date((nextCreditCheckAt?.getTime() ?? 0) + 60_000);
    await database().execute(`delete from pgboss.job where data ->> 'submissionId' = '${id}'`);
    const ours = (await overdue('credit-invoice-check', late)).filter(
      ({ lane }) => lane.workspaceId === ctx.workspace.id,
    );
    expect(ours).toMatchObject([{ payload: { submissionId: id, checks: 0 } }]);
  });
});

onDatabase('an authorized ordinary invoice', () => {
  test('is not checked in the registry', async () => {
    const issuer = await newIssuer(simulator);
    const sent = await issuer.submit();
    await sendAt(issuer, 0);
    expect(await submissionOf(sent)).toMatchObject({ status: 'authorised', nextCreditCheckAt: null });
  });
});
