import Big from 'big.js';
import { arcaRule, type Broken, broken, goblRule } from '../broken.ts';
import type { Classified } from '../classification.ts';
import { authorityCurrency, knownCurrencies, pesosForOne } from '../currencies.ts';
import { sameCurrencyExtension } from '../extensions.ts';

/**
 * That the rate is near the official one (10119), or equal to it (10038), is known on sending only. What is paid in its
 * own currency needs none: the authority takes its own (docs/authority.md#foreign-currency).
 */
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
    if (invoice.tax?.ext?.[sameCurrencyExtension] === 'S') return [];
    const message = `is required: what one ${invoice.currency} is in ARS, from ${invoice.currency} to ARS`;
    return [broken(goblRule('24'), path, message, { currency: invoice.currency })];
  }
  if (!new Big(rate).gt(0)) return [broken(arcaRule(10038), path, 'must be above 0', { why: 'zero' })];
  if (new Big(rate).gte(10_000)) {
    const message = 'must be below 10000: the authority takes 4 digits before the point';
    return [broken('amount-too-large', path, message, { why: 'rate' })];
  }
  return otherRateRules(invoice, rate);
}

/** One of several rates would be taken, and the others lost. */
const otherRateRules = (
  { currency, exchange_rates: rates = [] }: Classified['invoice'],
  rate: string,
): Broken[] =>
  rates.flatMap(({ from, to, amount }, index) =>
    from !== currency || to !== 'ARS' || new Big(amount).eq(rate)
      ? []
      : [
          broken(
            'amount-lost',
            ['exchange_rates', index, 'amount'],
            `is not ${rate}, which the rate is already`,
            {
              why: 'rate',
              amount: rate,
            },
          ),
        ],
  );

function sameCurrencyRules({ currency, tax }: Classified['invoice']): Broken[] {
  const said = tax?.ext?.[sameCurrencyExtension];
  const path = ['tax', 'ext', sameCurrencyExtension];
  if (said === undefined || said === 'N') return [];
  if (said !== 'S') return [broken(arcaRule(10239), path, 'must be S or N')];
  return currency === 'ARS' ? [broken(arcaRule(10241), path, 'must be N or left out in pesos')] : [];
}
