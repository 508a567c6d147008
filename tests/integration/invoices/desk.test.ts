import { describe, expect, test } from 'vitest';
import { exchangeRates } from '#app/api/apps/gov-ar/v1/authority.ts';
import { listExchangeRates } from '#lib/invoices/exchange-rate.ts';
import { pointsOfSaleFor, readPointsOfSaleFor } from '#lib/invoices/points-of-sale.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newIssuer } from '#tests/support/issuer.ts';
import { newLiveSupplier } from '#tests/support/live-supplier.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { callRoute } from '#tests/support/route-client.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';
import { wsfeFault } from './scene.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });

onDatabase('the form of an invoice', () => {
  describe('the rate of a currency', () => {
    const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
    const dollars = { currency: 'USD', rate: '1450', date: day };
    const euros = { currency: 'EUR', rate: '1690', date: day };

    test('is the authority’s of the last working day, for one supplier or for any', async () => {
      const { ctx, cuit } = await newIssuer(simulator);
      expect(await listExchangeRates(ctx, { cuit, currencies: ['EUR'] })).toEqual([euros]);
      expect(await listExchangeRates(ctx, { currencies: ['USD', 'EUR'] })).toEqual([dollars, euros]);
    });

    test('is listed by the API, for all currencies or for one', async () => {
      const { ctx, cuit } = await newIssuer(simulator);
      const key = await newApiKey(ctx);
      const asked = async (query: string) =>
        callRoute(exchangeRates.fetchExchangeRates, key, { query: `?${query}` });
      expect(await asked('')).toMatchObject({
        status: 200,
        body: { list: [dollars, euros, { currency: 'BRL', rate: '270', date: day }] },
      });
      expect((await asked(`currency=USD&cuit=${cuit}`)).body).toEqual({ list: [dollars] });
      for (const query of ['currency=ARS', 'currency=usd', 'cuit=1', 'at=2026-11-20']) {
        expect((await asked(query)).status).toBe(422);
      }
    });

    test('is refused where nobody can ask, and while the authority does not answer', async () => {
      const { ctx, cuit } = await newIssuer(simulator);
      const others = await newWorkspace();
      for (const [who, asks] of [
        [ctx, newCuit('30')],
        [others, cuit],
        [others, undefined],
      ] as const) {
        await expect(listExchangeRates(who, { cuit: asks, currencies: ['USD'] })).rejects.toMatchObject({
          key: 'conflict',
          code: 'not-registered',
        });
      }
      await simulator.control.faults(wsfeFault('http-503', 'FEParamGetCotizacion'));
      const { status, body } = await callRoute(exchangeRates.fetchExchangeRates, await newApiKey(ctx), {
        query: '?currency=USD',
      });
      expect([status, body.code]).toEqual([503, 'authority-unavailable']);
    });
  });

  test('lists the issuer’s points of sale, as stored or read anew', async () => {
    const { ctx, cuit, add } = await newLiveSupplier(simulator);
    await add(4);
    expect(await pointsOfSaleFor(ctx, cuit)).toMatchObject({ environment: 'live', list: [] });
    expect(await readPointsOfSaleFor(ctx, cuit)).toMatchObject({ list: [{ number: 4, usable: true }] });
    expect(await pointsOfSaleFor(ctx, cuit)).toMatchObject({ list: [{ number: 4 }] });
    expect(await pointsOfSaleFor(await newWorkspace('live'), cuit)).toBeUndefined();
  });
});
