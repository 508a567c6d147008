import { z } from 'zod';
import { AuthorityResponse, authorityResponse } from '#app/api/apps/gov-ar/v1/_wire/authority.ts';
import { Currency, ExchangeRatesResponse } from '#app/api/apps/gov-ar/v1/_wire/exchange-rates.ts';
import { Cuit, TaxpayerResponse, taxpayerResponse } from '#app/api/apps/gov-ar/v1/_wire/taxpayer.ts';
import { authorityStatusOf } from '#lib/authority-status.ts';
import { usualForeignCurrencies } from '#lib/documents/invoice/currencies.ts';
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
      summary: 'Fetch the availability of the authority',
      details:
        "Based on the calls that Alta makes anyway to the authority in the workspace's environment. A single lost " +
        'answer does not count as an outage. If the status is in doubt, Alta asks the authority in the background, at ' +
        'most once a minute: fetch again a few seconds later.',
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
        'Rates in pesos for one unit of USD, EUR and BRL, or of `currency`, of the last working day. A currency',
        'without a rate is omitted. Each call asks the authority, with the certificate of a registered supplier of',
        'the workspace: store the rates for the day. An invoice with `ar-arca-same-currency` `S` needs no rate.',
      ].join(' '),
      query: z.strictObject({
        currency: Currency.optional().describe('Only this currency. Default: USD, EUR and BRL.'),
        cuit: Cuit.optional().describe(
          'The registered supplier whose certificate is used. Default: the supplier registered last.',
        ),
      }),
      answers: { 200: ExchangeRatesResponse },
      failures: ['conflict'],
    },
    async (ctx, { query: { currency, cuit } }) => {
      await limit('register', ctx.workspace.id);
      const list = await listExchangeRates(ctx, {
        cuit,
        currencies: currency ? [currency] : usualForeignCurrencies,
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
      summary: 'Fetch the taxpayer with a CUIT',
      details: [
        "From the authority's register: name, VAT status with its evidence, and address. Alta keeps the data for 7",
        'days, or up to 30 if the register does not answer: `read_at` is the time of reading. The register is asked with',
        "the certificate of the workspace's delegate (`PATCH /access/v1/apps/gov-ar`), which must be authorized for",
        '`ws_sr_constancia_inscripcion` as well as for `wsfe`: a 409 says whether the delegate or the authorization is',
        'missing. A CUIT without a taxpayer is a 404 `taxpayer-unknown`. In the sandbox the taxpayers are fictitious.',
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
