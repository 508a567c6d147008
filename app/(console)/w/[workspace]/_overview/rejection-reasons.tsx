import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import type { Overview } from '#lib/reports/overview.ts';
import { Bar } from './bar.tsx';

/** What holds up the open registrations, the most frequent first. */
export async function RejectionReasons({ rejections, at }: { rejections: Overview['rejections']; at: At }) {
  const t = await getTranslations('console.overview');
  const format = await getFormatter();
  const most = rejections[0]?.count ?? 1;
  return (
    <>
      <div className="overview-part">
        <h3>{t('rejections.title')}</h3>
        <p className="hint">{t('rejections.lead')}</p>
      </div>
      {rejections.length === 0 ? (
        <p className="hint">{t('rejections.none')}</p>
      ) : (
        <ul className="bars reasons">
          {rejections.map(({ reason, count }) => (
            <li key={reason}>
              <Link href={at(`/registrations?reason=${reason}`)}>{t(`reasons.${reason}`)}</Link>
              <span className="bar-number">{format.number(count)}</span>
              <Bar share={count / most} tone="plain" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
