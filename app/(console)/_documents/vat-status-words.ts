import type { useTranslations } from 'next-intl';

/** A customer's VAT status by its code; one that no release knows is shown as it is. */
export const vatStatusWords = (
  t: ReturnType<typeof useTranslations<'console.suppliers.vatStatuses'>>,
  code: string,
): string => (t.has(code as '1') ? t(code as '1') : code);
