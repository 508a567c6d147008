import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { Day } from '#console/_ui/moment.tsx';
import type { Overview } from '#lib/reports/overview.ts';

const dayMs = 86_400_000;
/** The rest is folded away. */
const atOnce = 6;

/** The certificates that sign and are about to end, the soonest first. */
export async function ExpiringCertificates({ expiring, at }: { expiring: Overview['expiring']; at: At }) {
  const t = await getTranslations('console.overview.expiring');
  return (
    <>
      <ExpiringList rows={expiring.first.slice(0, atOnce)} at={at} />
      {expiring.first.length > atOnce && (
        <details className="expiring-rest">
          <summary>{t('more', { count: expiring.first.length - atOnce })}</summary>
          <ExpiringList rows={expiring.first.slice(atOnce)} at={at} />
        </details>
      )}
      {expiring.total > expiring.first.length && (
        <p className="hint">{t('beyond', { count: expiring.total - expiring.first.length })}</p>
      )}
    </>
  );
}

async function ExpiringList({ rows, at }: { rows: Overview['expiring']['first']; at: At }) {
  const t = await getTranslations('console.overview.expiring');
  const now = Date.now();
  return (
    <ul className="expiring">
      {rows.map(({ entryId, name, notAfter, renewing }) => {
        const days = Math.floor((notAfter.getTime() - now) / dayMs);
        return (
          <li key={entryId}>
            <Link href={at(`/entries/${entryId}`)}>
              <bdi>{name || entryId}</bdi>
            </Link>
            <span>
              <Day at={notAfter} />{' '}
              <Chip tone={days < 0 ? 'bad' : 'wait'}>{days < 0 ? t('expired') : t('left', { days })}</Chip>
              {renewing && (
                <>
                  {' '}
                  <Chip tone="quiet">{t('renewing')}</Chip>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
