'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePermission } from '#console/_ui/failure.tsx';
import type { Permission } from '#lib/roles.ts';

const tabs = [
  ['invoices', '/invoices', 'invoices:read'],
  ['files', '/files', 'files:read'],
  ['activity', '', 'suppliers:read'],
  ['jobs', '/jobs', 'jobs:read'],
  ['meta', '/meta', 'meta:read'],
] as const satisfies [string, string, Permission][];

/** Tabs as plain links, so that each has an address and works without script. Only suppliers have invoices. */
export function EntryTabs({ path, folder }: { path: string; folder: string }) {
  const t = useTranslations('console.entry.tabs');
  const pathname = usePathname();
  const isPermitted = usePermission();
  const offered = tabs.filter(
    ([name, , needs]) => isPermitted(needs) && (name !== 'invoices' || folder === 'suppliers'),
  );
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
