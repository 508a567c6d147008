/**
 * `$ 15.131,05` or `USD 320,50`; without a currency `15.131,05`. Formats the decimal string itself, because a
 * binary number would lose the cents of a large amount.
 */
export function writtenMoney(amount: string, currency: string | undefined, locale: string): string {
  const format = new Intl.NumberFormat(
    locale === 'en' ? 'en' : 'es-AR',
    currency === undefined
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : {
          style: 'currency',
          currency: /^[A-Z]{3}$/.test(currency) ? currency : 'ARS',
          // In Argentina `$` means pesos only.
          currencyDisplay: locale === 'es-AR' && currency === 'ARS' ? 'narrowSymbol' : 'code',
        },
  );
  return format.format(amount as Intl.StringNumericLiteral);
}
