import { describe, expect, test } from 'vitest';
import { findExchangeRate } from '#lib/invoices/exchange-rate.ts';
import { pointsOfSaleFor, readPointsOfSaleFor } from '#lib/invoices/points-of-sale.ts';
import { onEachDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { wsfeFault } from './scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });

onEachDatabase('what the form of an invoice asks', () => {
  describe('the rate of a currency', () => {
    test('is the authority’s, with the working day before', async () => {
      const { ctx, cuit } = await newIssuer(simulator);
      const found = await findExchangeRate(ctx, { cuit, currency: 'USD' });
      expect(found).toEqual({ rate: '1450', date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
      expect(await findExchangeRate(ctx, { cuit, currency: 'EUR' })).toMatchObject({ rate: '1690' });
    });

    test('is none of pesos, of a currency that is not offered, and for who does not issue', async () => {
      const { ctx, cuit } = await newIssuer(simulator);
      for (const currency of ['ARS', 'CLP', '']) {
        expect(await findExchangeRate(ctx, { cuit, currency })).toBeUndefined();
      }
      expect(await findExchangeRate(ctx, { cuit: newCuit('30'), currency: 'USD' })).toBeUndefined();
      expect(await findExchangeRate(await newWorkspace(), { cuit, currency: 'USD' })).toBeUndefined();
    });

    test('is none while the authority does not answer', async () => {
      const { ctx, cuit } = await newIssuer(simulator);
      await simulator.control.faults(wsfeFault('http-503', 'FEParamGetCotizacion'));
      expect(await findExchangeRate(ctx, { cuit, currency: 'USD' })).toBeUndefined();
    });
  });

  test('points of sale are those of the issuer, as they were read last, or anew', async () => {
    const { ctx, cuit, add } = await newLiveSupplier(simulator);
    await add(4);
    expect(await pointsOfSaleFor(ctx, cuit)).toMatchObject({ environment: 'live', list: [] });
    expect(await readPointsOfSaleFor(ctx, cuit)).toMatchObject({ list: [{ number: 4, usable: true }] });
    expect(await pointsOfSaleFor(ctx, cuit)).toMatchObject({ list: [{ number: 4 }] });
    expect(await pointsOfSaleFor(await newWorkspace('live'), cuit)).toBeUndefined();
  });
});
