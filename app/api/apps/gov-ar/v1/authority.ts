import { z } from 'zod';
import { AuthorityResponse, authorityResponse } from '#app/api/apps/gov-ar/v1/_wire/authority.ts';
import { Currency, ExchangeRatesResponse } from '#app/api/apps/gov-ar/v1/_wire/exchange-rates.ts';
import { Cuit, TaxpayerResponse, taxpayerResponse } from '#app/api/apps/gov-ar/v1/_wire/taxpayer.ts';
import { authorityStatusOf } from '#lib/authority-status.ts';
import { foreignCurrencies } from '#lib/documents/invoice/currencies.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { listExchangeRates } from '#lib/invoices/exchange-rate.ts';
import { fetchTaxpayer } from '#lib/taxpayers.ts';

const here = { service: 'apps/gov-ar', version: 'v1' } as const;

export const authority = {
  fetchAuthority: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'authority',
      tag: 'Authority',
      summary: 'Fetch whether the authority answers',
      details:
        "What Alta has seen of the authority of the workspace's environment, in the calls that it makes anyway. One " +
        'lost answer among others is no outage. Where it is in doubt it asks the authority in the background, once a ' +
        'minute at most: ask again a few seconds later.',
      answers: { 200: AuthorityResponse },
    },
    async ({ workspace: { environment } }) => ({
      body: authorityResponse(environment, await authorityStatusOf(environment)),
    }),
  ),
};

export const exchangeRates = {
  fetchExchangeRates: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'exchange-rates',
      tag: 'Exchange rates',
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
  ),
};

export const taxpayers = {
  fetchTaxpayer: endpoint(
    {
      ...here,
      method: 'GET',
      route: 'taxpayers/{cuit}',
      tag: 'Taxpayers',
      summary: 'Fetch whom the authority has under a CUIT',
      details: [
        "From the authority's register: name, VAT status with what says so, address. What was read is kept for 7 days,",
        'and up to 30 where the register does not answer: `read_at` tells. It is asked with the certificate of the',
        "supplier that is the workspace's delegate (`PATCH /access/v1/apps/gov-ar`), which has to be authorized for",
        '`ws_sr_constancia_inscripcion` as it is for `wsfe`: a 409 says which of the two is missing. A CUIT that nobody',
        'has is a 404 `taxpayer-unknown`. In the sandbox the register’s people are made up.',
      ].join(' '),
      params: z.strictObject({ cuit: Cuit }),
      answers: { 200: TaxpayerResponse },
      failures: ['conflict'],
    },
    async (ctx, { params }) => {
      const onAsk = () => limit('register', ctx.workspace.id);
      return { body: taxpayerResponse(await fetchTaxpayer(ctx, params.cuit, { onAsk })) };
    },
  ),
};
