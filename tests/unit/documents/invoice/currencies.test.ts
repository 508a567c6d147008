import { describe, expect, test } from 'vitest';
import {
  authorityCurrency,
  currencyOfAuthority,
  foreignCurrencies,
  knownCurrencies,
} from '#lib/documents/invoice/currencies.ts';
import pdfTexts from '#messages/invoice-pdf.es.json' with { type: 'json' };
import { officialRate, currencies as recorded } from '#simulator/wsfe/tables.ts';
import { build, faultsOf, inDollars } from '#tests/support/invoices.ts';

/** Rows of the authority's table without a currency in circulation, or with an unclear one. */
const leftOut = ['002', '007', '023', '025', '027', '028', '036', '041', '049'];

describe('the currencies', () => {
  test('are all of the authority’s table that are in circulation, each with its own code', () => {
    const codes = knownCurrencies.map(authorityCurrency);
    expect([...codes, ...leftOut].sort()).toEqual(recorded.map(([id]) => id).sort());
    expect(codes.map((code) => currencyOfAuthority(code ?? ''))).toEqual(knownCurrencies);
  });

  test('are of ISO 4217', () => {
    const known = Intl.supportedValuesOf('currency');
    expect(knownCurrencies.filter((currency) => !known.includes(currency))).toEqual([]);
  });

  test.each(foreignCurrencies)('%s has a name on paper, and a rate that an invoice accepts', (currency) => {
    expect(Object.keys(pdfTexts.currencies)).toContain(currency);
    const amount = String(officialRate(authorityCurrency(currency) ?? ''));
    const data = inDollars({ currency, exchange_rates: [{ from: currency, to: 'ARS', amount }] });
    expect(faultsOf(data)).toEqual([]);
    expect(build(data)).toMatchObject({ currency, totals: { payable: '1210.00' } });
  });

  test.each(['VES', 'XAU', 'DOL', 'constructor'])('%s is not one of them', (currency) => {
    expect(authorityCurrency(currency)).toBeUndefined();
  });
});
