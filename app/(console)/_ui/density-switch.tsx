'use client';

import { useTranslations } from 'next-intl';
import { densityCookieName } from './density.ts';

/** Switches the row spacing of lists in this browser. It has no effect on cards. */
export function DensitySwitch() {
  const t = useTranslations('console.shell.lists');
  const toggle = () => {
    const root = document.documentElement;
    const chosen = root.dataset.density === 'roomy' ? 'close' : 'roomy';
    root.dataset.density = chosen;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${densityCookieName}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`;
  };
  return (
    <button type="button" className="density" onClick={toggle}>
      {t('density')}
    </button>
  );
}
