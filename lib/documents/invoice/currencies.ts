/** ISO 4217 -> the authority's code (docs/authority.md#tables). It has more: FEParamGetTiposMonedas. */
const authorityCodes: Readonly<Record<string, string>> = { ARS: 'PES', USD: 'DOL', EUR: '060', BRL: '012' };

export const knownCurrencies = Object.keys(authorityCodes);
/** Those that have a rate. */
export const foreignCurrencies = ['USD', 'EUR', 'BRL'] as const;
export type ForeignCurrency = (typeof foreignCurrencies)[number];

export const authorityCurrency = (currency: string): string | undefined =>
  Object.hasOwn(authorityCodes, currency) ? authorityCodes[currency] : undefined;

/** The ISO 4217 code of what the authority calls so; its own where it is none that invoices here may have. */
export const currencyOfAuthority = (code: string): string =>
  Object.entries(authorityCodes).find(([, own]) => own === code)?.[0] ?? code;

/** What one unit of the invoice's currency is in pesos; undefined where no rate says it. */
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
