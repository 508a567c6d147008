/**
 * `$ 15.131,05`, `USD 320,50`; without a currency `15.131,05`. Digit by digit: a binary number would lose the cents of a
 * large one.
 */
export function writtenMoney(amount: string, currency: string | undefined, locale: string): string {
  const format = new Intl.NumberFormat(
    locale === 'en' ? 'en' : 'es-AR',
    currency === undefined
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : {
          style: 'currency',
          currency: /^[A-Z]{3}$/.test(currency) ? currency : 'ARS',
          // In Argentina `$` is pesos, and nothing else.
          currencyDisplay: locale === 'es-AR' && currency === 'ARS' ? 'narrowSymbol' : 'code',
        },
  );
  return format.format(amount as Intl.StringNumericLiteral);
}
