'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { densityCookieName, rowChoices, rowsCookieName } from './density.ts';

/** Switches the row spacing of lists in this browser. It has no effect on cards. */
export function DensitySwitch() {
  const t = useTranslations('console.shell.lists');
  const toggle = () => {
    const root = document.documentElement;
    const chosen = root.dataset.density === 'roomy' ? 'close' : 'roomy';
    root.dataset.density = chosen;
    remember(densityCookieName, chosen);
  };
  return (
    <button type="button" className="density" onClick={toggle}>
      <span className="when-close">{t('roomy')}</span>
      <span className="when-roomy">{t('close')}</span>
    </button>
  );
}

/** Links to the same list with 25, 50 or 100 rows per page. */
export function RowsSwitch({ chosen, path }: { chosen: number; path: string }) {
  const t = useTranslations('console.shell.lists');
  return (
    <span className="rows-switch">
      <span aria-hidden="true">{t('rows')}</span>
      {rowChoices.map((rows) => (
        <Link
          key={rows}
          href={`${path}${path.includes('?') ? '&' : '?'}rows=${rows}`}
          prefetch={false}
          aria-current={rows === chosen ? 'true' : undefined}
          aria-label={t('rowsPerPage', { rows })}
          onClick={() => remember(rowsCookieName, String(rows))}
        >
          {rows}
        </Link>
      ))}
    </span>
  );
}

function remember(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookie}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
