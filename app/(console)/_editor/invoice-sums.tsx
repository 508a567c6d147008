'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { Outline } from '#lib/documents/invoice/outline.ts';
import { writtenPercent } from './decimals.ts';
import { useMoney } from './use-money.ts';

/** What it comes to, part by part, as a building would have it. */
export function InvoiceSums({ outline }: { outline: Outline | undefined }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  const locale = useLocale();
  if (!outline) return null;
  const { totals, currency, isComplete } = outline;
  const rates = totals.taxes?.categories[0].rates ?? [];
  const parts: [label: string, amount: string][] = [
    [t('sums.lines'), totals.sum],
    ...(totals.discount ? [[t('sums.discount'), `-${totals.discount}`] as [string, string]] : []),
    ...(totals.charge ? [[t('sums.charge'), totals.charge] as [string, string]] : []),
    ...rates.map(({ key, percent, base, amount }): [string, string] =>
      percent
        ? [t('sums.vat', { percent: writtenPercent(percent, locale), base: money(base) }), amount]
        : [t(key === 'exempt' ? 'sums.exempt' : 'sums.outside', { base: money(base) }), amount],
    ),
  ];
  return (
    <section className="invoice-sums" aria-label={t('sums.title')}>
      <dl>
        {parts.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
        <div className="invoice-payable">
          <dt>{t('sums.total')}</dt>
          <dd>{money(totals.payable, currency)}</dd>
        </div>
      </dl>
      {totals.tax_included && <p className="hint">{t('sums.included')}</p>}
      {!isComplete && <p className="hint">{t('sums.incomplete')}</p>}
    </section>
  );
}

/** Class, type and total, in sight wherever one is in the form. */
export function InvoiceSummary({ outline }: { outline: Outline | undefined }) {
  const t = useTranslations('console.invoiceForm');
  const money = useMoney();
  return (
    <div className="invoice-summary" role="status" aria-label={t('summary')}>
      {outline ? (
        <>
          <span className="class-letter" aria-hidden="true">
            {outline.type.letter}
          </span>
          <span>
            {t('typeOf', {
              kind: t(`kinds.${outline.type.type}`),
              letter: outline.type.letter,
              code: outline.type.code.padStart(2, '0'),
            })}
          </span>
          <strong className="nowrap">{money(outline.totals.payable, outline.currency)}</strong>
        </>
      ) : (
        <span className="hint">{t('noOutline')}</span>
      )}
    </div>
  );
}
