import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { compareInvoice, compareSeries } from '#lib/invoices/compare-series.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { sendAt, statusAndNumber, wsfeFault } from './scene.ts';

const authority = await simulatorOfWorker({ timeoutSeconds: 1 });
const series = ({ cuit }: { cuit: string }) => ({ cuit, pointOfSale: 3, documentType: 1 });

onDatabase('a series compared with the authority', () => {
  test('has no unknown vouchers while all were sent from here', async () => {
    const issuer = await newIssuer(authority);
    const asked = series(issuer);
    expect(await compareSeries(issuer.ctx, asked)).toEqual({
      kind: 'compared',
      last: 0,
      unknownVouchers: [],
    });
    await issuer.submit();
    await issuer.submit();
    await sendAt(issuer, 0);
    expect(await compareSeries(issuer.ctx, asked)).toEqual({
      kind: 'compared',
      last: 2,
      unknownVouchers: [],
    });
  });

  test('lists foreign vouchers and the invoice with a lost answer, and changes neither', async () => {
    const issuer = await newIssuer(authority);
    const other = await newIssuer(authority, issuer.cuit);
    await other.submit();
    await sendAt(other, 0);
    const lost = await issuer.submit();
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    const before = await statusAndNumber(lost);
    expect(await compareSeries(issuer.ctx, series(issuer))).toMatchObject({
      kind: 'compared',
      last: 2,
      unknownVouchers: [
        { voucher: { number: 2 }, waitingEntryId: lost.entryId },
        { voucher: { number: 1, cae: expect.stringMatching(/^\d{14}$/) } },
      ],
    });
    expect(await statusAndNumber(lost)).toEqual(before);
  });

  test('has the reason when the authority could not be asked', async () => {
    const issuer = await newIssuer(authority);
    await issuer.submit();
    await sendAt(issuer, 0);
    await authority.control.faults(wsfeFault('reset', 'FECompUltimoAutorizado'));
    expect(await compareSeries(issuer.ctx, series(issuer))).toMatchObject({
      kind: 'unanswered',
      why: { code: 'authority-unavailable' },
    });
    expect(await compareSeries(await newWorkspace(), series(issuer))).toMatchObject({ kind: 'unanswered' });
  });
});

onDatabase('an invoice compared with the authority', () => {
  const change = (
    { entryId }: { entryId: string },
    values: Partial<typeof invoiceSubmissions.$inferInsert>,
  ) => database().update(invoiceSubmissions).set(values).where(eq(invoiceSubmissions.entryId, entryId));

  test('is the same once authorized, and has nothing to compare before it was sent', {
    tags: 'slow',
  }, async () => {
    const issuer = await newIssuer(authority);
    const sent = await issuer.submit();
    expect(await compareInvoice(issuer.ctx, sent.entryId)).toEqual({ kind: 'unsent' });
    await sendAt(issuer, 0);
    expect(await compareInvoice(issuer.ctx, sent.entryId)).toMatchObject({
      kind: 'compared',
      isAuthorised: true,
      numbers: [{ number: 1, voucher: { cae: expect.stringMatching(/^\d{14}$/) }, differences: [] }],
    });
    const isNotFound = { key: 'not-found' };
    await expect(compareInvoice(await newWorkspace(), sent.entryId)).rejects.toMatchObject(isNotFound);
    await expect(compareInvoice(issuer.ctx, issuer.supplierId)).rejects.toMatchObject(isNotFound);
  });

  test('has what differs, or that the authority has no such number, and the reason if it could not be asked', {
    tags: 'slow',
  }, async () => {
    const issuer = await newIssuer(authority);
    const sent = await issuer.submit();
    await sendAt(issuer, 0);
    await change(sent, { cae: '71234567890123' });
    const compared = () => compareInvoice(issuer.ctx, sent.entryId);
    expect(await compared()).toMatchObject({ numbers: [{ number: 1, differences: ['cae'] }] });
    await change(sent, { number: 9 });
    expect(await compared()).toMatchObject({ numbers: [{ number: 9, voucher: undefined }] });
    await authority.control.faults(wsfeFault('reset', 'FECompConsultar'));
    expect(await compared()).toMatchObject({
      kind: 'unanswered',
      why: { code: 'authority-unavailable' },
    });
  });

  test('is found under the number of a request whose answer was lost, and stays as it is', {
    tags: 'slow',
  }, async () => {
    const issuer = await newIssuer(authority);
    const lost = await issuer.submit();
    await authority.control.faults(wsfeFault('lost-answer'));
    await sendAt(issuer, 0);
    const before = await statusAndNumber(lost);
    expect(await compareInvoice(issuer.ctx, lost.entryId)).toMatchObject({
      isAuthorised: false,
      numbers: [{ number: 1, differences: [] }],
    });
    expect(await statusAndNumber(lost)).toEqual(before);
  });
});
