import './lists.css';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';

/** On through the list, and back to its beginning; the page before is the browser's Back. */
export async function Pager({ first, next }: { first: string | undefined; next: string | undefined }) {
  const t = await getTranslations('console.suppliers.pager');
  if (!first && !next) return null;
  return (
    <nav className="pager" aria-label={t('label')}>
      {first && <Link href={first}>{t('first')}</Link>}
      {next && (
        <Link href={next} rel="next">
          {t('next')}
        </Link>
      )}
    </nav>
  );
}
