/**
 * ISO 4217 -> the authority's code (docs/authority.md#tables), the usual currencies first. The rows of
 * FEParamGetTiposMonedas as recorded by PyAr/pyafipws in 2021, paired with ISO codes as in odoo/odoo
 * (l10n_ar/data/res.currency.csv).
 */
const authorityCodes = {
  ARS: 'PES',
  USD: 'DOL',
  EUR: '060',
  BRL: '012',
  AUD: '026',
  BOB: '031',
  CAD: '018',
  CHF: '009',
  CLP: '033',
  CNY: '064',
  COP: '032',
  CZK: '024',
  DKK: '014',
  DOP: '042',
  EGP: '046',
  GBP: '021',
  GTQ: '055',
  HKD: '051',
  HNL: '063',
  HUF: '056',
  ILS: '030',
  INR: '062',
  JMD: '053',
  JPY: '019',
  KWD: '059',
  MAD: '045',
  MXN: '010',
  NIO: '044',
  NOK: '015',
  PAB: '043',
  PEN: '035',
  PLN: '061',
  PYG: '029',
  RON: '040',
  SAR: '047',
  SEK: '016',
  SGD: '052',
  THB: '057',
  TWD: '054',
  UYU: '011',
  ZAR: '034',
} as const;

type Currency = keyof typeof authorityCodes;
export type ForeignCurrency = Exclude<Currency, 'ARS'>;

export const knownCurrencies = Object.keys(authorityCodes) as Currency[];
export const foreignCurrencies = knownCurrencies.filter((currency) => currency !== 'ARS');
/** Currencies whose rates are fetched if none is named: one call to the authority for each. */
export const usualForeignCurrencies = ['USD', 'EUR', 'BRL'] as const satisfies ForeignCurrency[];

const isKnown = (currency: string): currency is Currency => Object.hasOwn(authorityCodes, currency);

export const authorityCurrency = (currency: string): string | undefined =>
  isKnown(currency) ? authorityCodes[currency] : undefined;

/** Converts the authority's currency code to ISO 4217. Returns an unsupported code unchanged. */
export const currencyOfAuthority = (code: string): string =>
  knownCurrencies.find((currency) => authorityCodes[currency] === code) ?? code;

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
