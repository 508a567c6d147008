import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { User } from '#lib/accounts/users.ts';
import { LanguageSwitch, SchemeSwitch, UserMenu } from './user-menu.tsx';

interface PlainFrameProps {
  back?: ReactNode;
  /** The signed-in user, on the user's own pages. */
  user?: User;
  children: ReactNode;
}

/** Frame of a page outside any workspace: login, setup, invitation, account. */
export async function PlainFrame({ back, user, children }: PlainFrameProps) {
  const t = await getTranslations('console.shell');
  return (
    <div className="plain-frame">
      <header className="plain-bar">
        {back ?? <Mark name={t('product')} />}
        <div className="plain-preferences">
          <LanguageSwitch />
          <SchemeSwitch />
          {user && <UserMenu user={{ name: user.name, email: user.email }} />}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="plain-main">
        {children}
      </main>
    </div>
  );
}

function Mark({ name }: { name: string }) {
  return (
    <span className="mark">
      <svg viewBox="0 0 16 16" width="24" height="24" aria-hidden="true" focusable="false">
        <rect width="16" height="16" rx="4" fill="#0b5563" />
        <path d="M4 8.5l3 3 5.5-6.5" fill="none" stroke="#ffffff" strokeWidth="2" />
      </svg>
      {name}
    </span>
  );
}
