import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LanguageSwitch } from './language-switch.tsx';
import { Mark } from './mark.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

/** A page that belongs to no workspace: login, setup, invitation, account. */
export async function PlainFrame({ back, children }: { back?: ReactNode; children: ReactNode }) {
  const t = await getTranslations('console.shell');
  return (
    <div className="plain-frame">
      <header className="plain-bar">
        {back ?? <Mark name={t('product')} />}
        <div className="plain-preferences">
          <LanguageSwitch />
          <SchemeSwitch />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="plain-main">
        {children}
      </main>
    </div>
  );
}
