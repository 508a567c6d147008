import { z } from 'zod';
import { Currency, ExchangeRatesResponse } from '#app/api/apps/gov-ar/v1/_wire/exchange-rates.ts';
import { Cuit } from '#app/api/apps/gov-ar/v1/_wire/taxpayer.ts';
import { foreignCurrencies } from '#lib/documents/invoice/currencies.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { listExchangeRates } from '#lib/invoices/exchange-rate.ts';

export const GET = endpoint(
  {
    service: 'apps/gov-ar',
    version: 'v1',
    route: 'exchange-rates',
    tag: 'Exchange rates',
    operation: 'fetchExchangeRates',
    summary: "Fetch the authority's exchange rates",
    details: [
      'What the authority has one unit of a foreign currency in pesos now: of the last working day. A currency that',
      'it has no rate of is left out. It is asked with the certificate of a registered supplier of the workspace,',
      'each time: keep what you read for the day. An invoice with `ar-arca-same-currency` `S` needs no rate.',
    ].join(' '),
    query: z.strictObject({
      currency: Currency.optional().describe('Only this one.'),
      cuit: Cuit.optional().describe(
        'The registered supplier to ask for. Else the one that was registered last.',
      ),
    }),
    answers: { 200: ExchangeRatesResponse },
    failures: ['conflict'],
  },
  async (ctx, { query: { currency, cuit } }) => {
    await limit('register', ctx.workspace.id);
    const list = await listExchangeRates(ctx, {
      cuit,
      currencies: currency ? [currency] : foreignCurrencies,
    });
    return { body: { list } };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
