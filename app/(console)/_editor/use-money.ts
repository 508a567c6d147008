'use client';

import { useLocale } from 'next-intl';
import { writtenMoney } from '#console/_ui/money.ts';

/** `1.513,10`, or with a currency `$ 1.513,10`. */
export function useMoney(): (amount: string, currency?: string) => string {
  const locale = useLocale();
  return (amount, currency) => writtenMoney(amount, currency, locale);
}
