import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import type { Overview } from '#lib/reports/overview.ts';

/** What did not arrive, and what may still. */
export async function FailingDeliveries({ deliveries, at }: { deliveries: Overview['deliveries']; at: At }) {
  const t = await getTranslations('console.overview.deliveries');
  const format = await getFormatter();
  const { since, dead, failing } = deliveries;
  const log = (status: string) => at(`/configuration/webhooks/deliveries?status=${status}`);
  return (
    <section className="sheet sheet-text" aria-labelledby="deliveries">
      <div>
        <h2 id="deliveries">{t('title')}</h2>
        <p className="hint">{t('since', { date: format.dateTime(since, 'day') })}</p>
      </div>
      {dead + failing === 0 ? (
        <p className="hint">{t('none')}</p>
      ) : (
        <ul className="bars">
          {dead > 0 && (
            <li>
              <Link href={log('dead')}>{t('dead')}</Link>
              <span className="bar-number">{format.number(dead)}</span>
            </li>
          )}
          {failing > 0 && (
            <li>
              <Link href={log('pending')}>{t('failing')}</Link>
              <span className="bar-number">{format.number(failing)}</span>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
