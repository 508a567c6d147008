import type { Metadata } from 'next';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Page of docs/ with details, such as `webhooks`. */
  docs?: string;
}

/** A page's heading, a sentence about its purpose, and its actions. */
export function PageHeader({ title, lead, actions, docs }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div>
        <h1>{title}</h1>
        {lead && (
          <p className="lead">
            {lead}
            {docs && <DocsLink name={docs} />}
          </p>
        )}
      </div>
      {actions && <div className="buttons">{actions}</div>}
    </div>
  );
}

function DocsLink({ name }: { name: string }) {
  const t = useTranslations('console.shell');
  return (
    <>
      {' '}
      <a href={`/docs/${name}`} hrefLang="en">
        {t('docs')}
      </a>
    </>
  );
}

type Key = Parameters<Awaited<ReturnType<typeof getTranslations<'console'>>>>[0];

/**
 * A page's `generateMetadata`, with the title of this key: `titled('account.members.title')`. Layouts append
 * the workspace and the product.
 */
export const titled = (key: Key) => async (): Promise<Metadata> => {
  const t = await getTranslations('console');
  return { title: t(key as 'shell.product') };
};

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="back">
      <Icon name="back" size={16} />
      {children}
    </Link>
  );
}

interface SectionTabsProps {
  label: string;
  tabs: { href: string; text: string; isCurrent: boolean }[];
}

export function SectionTabs({ label, tabs }: SectionTabsProps) {
  return (
    <nav className="section-tabs" aria-label={label}>
      {tabs.map(({ href, text, isCurrent }) => (
        <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
