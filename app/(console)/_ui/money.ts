/**
 * `$ 15.131,05` or `USD 320,50`; without a currency `15.131,05`. Formats the decimal string itself, because a
 * binary number would lose the cents of a large amount. Rates have more decimals than amounts.
 */
export function writtenMoney(
  amount: string,
  currency: string | undefined,
  locale: string,
  maximumFractionDigits = 2,
): string {
  const format = new Intl.NumberFormat(locale === 'en' ? 'en' : 'es-AR', {
    // As the authority's amounts, also of currencies without cents, such as the Chilean peso.
    minimumFractionDigits: 2,
    maximumFractionDigits,
    ...(currency === undefined
      ? {}
      : {
          style: 'currency',
          currency: /^[A-Z]{3}$/.test(currency) ? currency : 'ARS',
          // In Argentina `$` means pesos only.
          currencyDisplay: locale === 'es-AR' && currency === 'ARS' ? 'narrowSymbol' : 'code',
        }),
  });
  return format.format(amount as Intl.StringNumericLiteral);
}
