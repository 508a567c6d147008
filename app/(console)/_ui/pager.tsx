import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { mostCounted } from '#lib/most-counted.ts';
import { DensitySwitch } from './density-switch.tsx';

interface PagerProps {
  /** Up to `mostCounted` and one; undefined where nobody counts. */
  total: number | undefined;
  /** How many are seen. */
  onPage: number;
  /** The addresses of the others; undefined where there is none. */
  first: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** Of all of them, as a file. */
  file: string | undefined;
}

/** Below a list: how many, the neighbouring pages, and the list as a file. */
export async function Pager({ total, onPage, first, previous, next, file }: PagerProps) {
  const t = await getTranslations('console.shell.lists');
  if (onPage === 0 && !first && !previous && !next) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span className="hint">
        {total === undefined
          ? t('onPage', { count: onPage })
          : total > mostCounted
            ? t('more', { count: mostCounted })
            : t('count', { count: total })}
      </span>
      <span className="pager-acts">
        {file && total !== 0 && (
          <a href={file} download data-export>
            {t('export')}
          </a>
        )}
        <DensitySwitch />
      </span>
      <span className="pager-ways">
        {first && <Link href={first}>{t('first')}</Link>}
        {previous && (
          <Link href={previous} rel="prev">
            {t('previous')}
          </Link>
        )}
        {next && (
          <Link href={next} rel="next">
            {t('next')}
          </Link>
        )}
      </span>
    </nav>
  );
}
