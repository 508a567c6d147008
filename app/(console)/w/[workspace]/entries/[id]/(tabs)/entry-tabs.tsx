'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';

const tabs = [
  ['files', '/files'],
  ['activity', ''],
  ['jobs', '/jobs'],
  ['meta', '/meta'],
] as const;

/** Links, not a widget: each tab has an address, and works without a script. */
export function EntryTabs({ path }: { path: string }) {
  const t = useTranslations('console.entry.tabs');
  const pathname = usePathname();
  return (
    <nav className="tab-links" aria-label={t('label')}>
      {tabs.map(([name, below]) => (
        <Link
          key={name}
          href={`${path}${below}`}
          scroll={false}
          aria-current={pathname === `${path}${below}` ? 'page' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
