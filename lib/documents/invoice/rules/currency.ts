import Big from 'big.js';
import { arcaRule, type Broken, broken, goblRule } from '../broken.ts';
import type { Classified } from '../classification.ts';
import { authorityCurrency, knownCurrencies, pesosForOne } from '../currencies.ts';
import { sameCurrencyExtension } from '../extensions.ts';

/** That the rate is near the official one (10119), or equal to it (10038), is known on sending only. */
export function currencyRules({ invoice }: Classified): Broken[] {
  const { currency } = invoice;
  if (!authorityCurrency(currency)) {
    return [
      broken('currency-not-supported', ['currency'], `must be one of ${knownCurrencies.join(', ')}`, {
        currencies: [...knownCurrencies],
      }),
    ];
  }
  return [...rateRules(invoice), ...sameCurrencyRules(invoice)];
}

function rateRules(invoice: Classified['invoice']): Broken[] {
  const rate = pesosForOne(invoice);
  const path = ['exchange_rates'];
  if (rate === undefined) {
    const message = `is required: what one ${invoice.currency} is in ARS, from ${invoice.currency} to ARS`;
    return [broken(goblRule('24'), path, message, { currency: invoice.currency })];
  }
  if (!new Big(rate).gt(0)) return [broken(arcaRule(10038), path, 'must be above 0', { why: 'zero' })];
  return new Big(rate).lt(10_000)
    ? []
    : [
        broken(
          'amount-too-large',
          path,
          'must be below 10000: the authority takes 4 digits before the point',
          { why: 'rate' },
        ),
      ];
}

function sameCurrencyRules({ currency, tax }: Classified['invoice']): Broken[] {
  const said = tax?.ext?.[sameCurrencyExtension];
  const path = ['tax', 'ext', sameCurrencyExtension];
  if (said === undefined || said === 'N') return [];
  if (said !== 'S') return [broken(arcaRule(10239), path, 'must be S or N')];
  return currency === 'ARS' ? [broken(arcaRule(10241), path, 'must be N or left out in pesos')] : [];
}
