/** ISO 4217 -> the authority's code (docs/authority.md#tables), a subset of FEParamGetTiposMonedas. */
const authorityCodes: Readonly<Record<string, string>> = { ARS: 'PES', USD: 'DOL', EUR: '060', BRL: '012' };

export const knownCurrencies = Object.keys(authorityCodes);
export const foreignCurrencies = ['USD', 'EUR', 'BRL'] as const;
export type ForeignCurrency = (typeof foreignCurrencies)[number];

export const authorityCurrency = (currency: string): string | undefined =>
  Object.hasOwn(authorityCodes, currency) ? authorityCodes[currency] : undefined;

/** Converts the authority's currency code to ISO 4217. Returns an unsupported code unchanged. */
export const currencyOfAuthority = (code: string): string =>
  Object.entries(authorityCodes).find(([, authorityCode]) => authorityCode === code)?.[0] ?? code;

/** Pesos per unit of the invoice's currency; undefined without a rate. */
export function pesosForOne({
  currency,
  exchange_rates: rates = [],
}: {
  currency: string;
  exchange_rates?: { from: string; to: string; amount: string }[] | undefined;
}): string | undefined {
  if (currency === 'ARS') return '1';
  return rates.find(({ from, to }) => from === currency && to === 'ARS')?.amount;
}
