import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Overview } from '#lib/reports/overview.ts';
import { Day } from '../../../_shell/moment.tsx';
import { Chip } from '../_parts/chip.tsx';
import type { At } from './at.ts';

const dayMs = 86_400_000;

/** The certificates that sign and are about to end, the soonest first. */
export async function ExpiringCertificates({ expiring, at }: { expiring: Overview['expiring']; at: At }) {
  const t = await getTranslations('console.overview.expiring');
  const now = Date.now();
  const left = (notAfter: Date) => Math.floor((notAfter.getTime() - now) / dayMs);
  return (
    <section className="sheet sheet-text" aria-labelledby="expiring">
      <div>
        <h2 id="expiring">{t('title')}</h2>
        <p className="hint">{t('lead')}</p>
      </div>
      {expiring.total === 0 ? (
        <p className="hint">{t('none')}</p>
      ) : (
        <ul className="expiring">
          {expiring.first.map(({ entryId, name, notAfter }) => (
            <li key={entryId}>
              <Link href={at(`/suppliers/${entryId}`)}>{name || entryId}</Link>
              <span>
                <Day at={notAfter} />{' '}
                <Chip tone={left(notAfter) < 0 ? 'bad' : 'wait'}>
                  {left(notAfter) < 0 ? t('expired') : t('left', { days: left(notAfter) })}
                </Chip>
              </span>
            </li>
          ))}
        </ul>
      )}
      {expiring.total > expiring.first.length && (
        <p className="hint">{t('more', { count: expiring.total - expiring.first.length })}</p>
      )}
    </section>
  );
}
