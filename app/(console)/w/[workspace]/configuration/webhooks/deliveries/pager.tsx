import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { addressOf, type Filters } from './query.ts';

/** Onwards, and back to the newest. Nothing where one page has it all. */
export async function Pager({
  log,
  filters,
  next,
}: {
  log: string;
  filters: Filters;
  next: string | undefined;
}) {
  const t = await getTranslations('console.configuration.deliveries');
  if (!next && !filters.cursor) return null;
  return (
    <nav className="pager" aria-label={t('pages')}>
      {filters.cursor ? (
        <Link href={addressOf(log, { ...filters, cursor: undefined })}>{t('newest')}</Link>
      ) : (
        <span />
      )}
      {next && <Link href={addressOf(log, { ...filters, cursor: next })}>{t('older')}</Link>}
    </nav>
  );
}
