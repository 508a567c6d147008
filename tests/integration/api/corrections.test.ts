import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { documents } from '#app/api/silo/v1/documents.ts';
import { entries } from '#app/api/silo/v1/entries.ts';
import type { Endpoint } from '#lib/http/endpoint.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { type Issuer, newIssuer } from '#tests/support/issuer.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newApiKey } from '#tests/support/workspace.ts';
import { jobOf, sendAt } from '../invoices/scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('corrections of an invoice', () => {
  let issuer: Issuer;
  let token: string;
  let invoiceId: string;
  beforeAll(async () => {
    issuer = await newIssuer(simulator);
    token = await newApiKey(issuer.ctx);
    const sent = await issuer.submit();
    await sendAt(issuer, 0);
    await jobOf(issuer.ctx, sent);
    invoiceId = sent.entryId;
  });
  const call = (handler: Endpoint, asked?: Parameters<typeof callRoute>[2]) =>
    callRoute(handler, token, asked);
  const post = (handler: Endpoint, body: unknown) => call(handler, { method: 'POST', body });
  const idsOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
    body.list.map(({ id, context }: { id: string; context: string }) => [id, context]);

  test('an entry that credits the invoice is made once under its id, and is linked with the invoice', async () => {
    const id = uuidv7();
    const body = { previous_id: invoiceId, correct: { type: 'credit-note', reason: 'Devolución' } };
    const put = () => call(entries.putEntry, { method: 'PUT', params: { id }, body });
    const made = await put();
    const preceding = [{ uuid: invoiceId, series: '3', code: '1', reason: 'Devolución' }];
    const doc = { type: 'credit-note', tax: { ext: { 'ar-arca-doc-type': '3' } }, preceding };
    expect(made).toMatchObject({ status: 200, body: { id, folder: 'invoices', data: { doc } } });
    expect((await put()).body.digest).toEqual(made.body.digest);

    const here = { params: { id: invoiceId } };
    expect(idsOf(await call(entries.listRelatedEntries, here))).toEqual([[id, 'preceding']]);
    expect(idsOf(await call(entries.findRelatedEntries, { query: `?uuid=${invoiceId}` }))).toEqual([
      [id, 'preceding'],
    ]);
    expect(idsOf(await call(entries.listRelatedEntries, { ...here, query: '?context=supplier' }))).toEqual(
      [],
    );
    const ofSupplier = await call(entries.listRelatedEntries, { params: { id: issuer.supplierId } });
    expect(idsOf(ofSupplier)).toEqual([
      [id, 'supplier'],
      [invoiceId, 'supplier'],
    ]);
    expect((await call(entries.listRelatedEntries, { params: { id: uuidv4() } })).status).toBe(404);
  });

  test('the older options are accepted, and another point of sale may be chosen', async () => {
    const made = await post(entries.createEntry, {
      previous_id: invoiceId,
      correct: { debit: true, series: '4' },
    });
    expect(made).toMatchObject({ status: 200, body: { data: { doc: { type: 'debit-note', series: '4' } } } });
  });

  test('an envelope is corrected without being stored, and can be sent afterwards', async () => {
    const { data } = (await call(entries.fetchEntry, { params: { id: invoiceId } })).body;
    const { status, body } = await post(documents.correctDocument, { data, options: { credit: true } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ doc: { type: 'credit-note', preceding: [{ uuid: invoiceId }] } });
    expect(body.data.head.uuid).not.toBe(invoiceId);
    expect((await call(entries.fetchEntry, { params: { id: body.data.head.uuid } })).status).toBe(404);
    const made = await post(entries.createEntry, { data: body.data });
    expect(made).toMatchObject({ status: 200, body: { digest: body.data.head.dig } });
    const options = await post(documents.correctDocument, { data, show_options: true });
    expect(options.body.data.properties).toHaveProperty('type');
  });

  test('an entry that is no authorized invoice is refused by name', async () => {
    const unsent = await issuer.write();
    for (const previous_id of [unsent.id, issuer.supplierId, uuidv4()]) {
      const answer = await post(entries.createEntry, { previous_id, correct: { credit: true } });
      expect(answer).toMatchObject({ status: 422, body: { fields: { previous_id: expect.any(String) } } });
    }
    const { data } = (await call(entries.fetchEntry, { params: { id: unsent.id } })).body;
    const answer = await post(documents.correctDocument, { data, options: { credit: true } });
    expect(answer).toMatchObject({ status: 422, body: { fields: { data: { head: expect.anything() } } } });
  });

  test.each([
    ['a copy', { previous_id: uuidv4() }, 'previous_id'],
    ['a correction of nothing', { correct: { credit: true } }, 'previous_id'],
    ['both', { previous_id: uuidv4(), correct: { credit: true }, data: {} }, 'data'],
    ['neither', {}, 'data'],
    ['two kinds at once', { previous_id: uuidv4(), correct: { credit: true, debit: true } }, 'correct'],
    ['an option that is unknown', { previous_id: uuidv4(), correct: { credit: true, tax: 1 } }, 'correct'],
  ])('%s is refused by name', async (_what, body, field) => {
    const answer = await post(entries.createEntry, body);
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.anything() } } });
  });
});
