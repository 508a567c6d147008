import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Notice } from '#console/_ui/notice.tsx';

/** What a registration would run into. */
export async function NotConnected({ apps }: { apps: string }) {
  const t = await getTranslations('console.overview.notConnected');
  return (
    <Notice tone="bad" title={t('title')}>
      {t.rich('text', { link: (chunks) => <Link href={apps}>{chunks}</Link> })}
    </Notice>
  );
}
