import { expect, test } from 'vitest';
import { compareSeries } from '#lib/invoices/compare-series.ts';
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
