import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import './list-page.css';

interface PagerProps {
  /** Undefined on the first page. */
  newest: string | undefined;
  /** Undefined on the last page. */
  older: string | undefined;
}

/** Onwards, and back to the beginning. Nothing where one page has it all. */
export async function Pager({ newest, older }: PagerProps) {
  const t = await getTranslations('console.overview.pages');
  if (!newest && !older) return null;
  return (
    <nav className="pager" aria-label={t('label')}>
      {newest ? <Link href={newest}>{t('newest')}</Link> : <span />}
      {older && <Link href={older}>{t('older')}</Link>}
    </nav>
  );
}
