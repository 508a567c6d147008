'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';

const tabs = [
  ['invoices', '/invoices'],
  ['files', '/files'],
  ['activity', ''],
  ['jobs', '/jobs'],
  ['meta', '/meta'],
] as const;

/** Links, not a widget: each tab has an address, and works without a script. Who issues has invoices. */
export function EntryTabs({ path, folder }: { path: string; folder: string }) {
  const t = useTranslations('console.entry.tabs');
  const pathname = usePathname();
  const offered = tabs.filter(([name]) => name !== 'invoices' || folder === 'suppliers');
  return (
    <nav className="tab-links" aria-label={t('label')}>
      {offered.map(([name, below]) => (
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
