'use client';

import { useLocale } from 'next-intl';

/** `1.513,10`, digit by digit: a binary number would lose the cents of a large one. */
export function useMoney(): (amount: string) => string {
  const locale = useLocale();
  const format = new Intl.NumberFormat(locale === 'en' ? 'en' : 'es-AR', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return (amount) => format.format(amount as Intl.StringNumericLiteral);
}
