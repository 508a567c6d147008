import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import type { Overview } from '#lib/reports/overview.ts';
import { Bar } from './bar.tsx';

/** How far the registrations of the last weeks got, and where they stand that did not get through. */
export async function Funnel({ funnel, at }: { funnel: Overview['funnel']; at: At }) {
  const t = await getTranslations('console.overview.funnel');
  const format = await getFormatter();
  const all = funnel.stages[0]?.reached ?? 0;
  return (
    <>
      <div>
        <h2 id="funnel">{t('title')}</h2>
        <p className="hint">{t('since', { date: format.dateTime(funnel.since, 'day') })}</p>
      </div>
      {all === 0 ? (
        <p className="hint">{t('none')}</p>
      ) : (
        <ol className="bars funnel">
          {funnel.stages.map(({ stage, reached, stopped }) => (
            <li key={stage}>
              <span>{t(`stages.${stage}`)}</span>
              <span className="bar-number">
                <Link href={at(`/registrations?funnel=${stage}`)}>
                  {t('reached', { reached, share: format.number(reached / all, { style: 'percent' }) })}
                </Link>
              </span>
              <Bar share={reached / all} tone={stage === 'completed' ? 'good' : 'plain'} />
              {stopped > 0 && stage !== 'completed' && (
                <Link href={at(`/registrations?stage=${stage}&funnel=${stage}`)} className="funnel-stopped">
                  {t('stopped', { count: stopped })}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
      {funnel.throughApi.uploaded > 0 && (
        <p className="hint">
          {t.rich('throughApi', {
            l: (chunks) => <Link href={at('/registrations?funnel=api')}>{chunks}</Link>,
            count: funnel.throughApi.uploaded,
            completed: funnel.throughApi.completed,
          })}
        </p>
      )}
    </>
  );
}
