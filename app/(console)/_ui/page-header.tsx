import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The guide that says more, such as `webhooks`. */
  docs?: string;
}

/** The heading of a page, one sentence on what it is for, and what one does here. */
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
      {actions && <div className="page-actions">{actions}</div>}
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

/** `export const generateMetadata = titled('account.members.title')`. Layouts add the workspace and the product. */
export const titled = (key: Key) => async (): Promise<Metadata> => {
  const t = await getTranslations('console');
  return { title: t(key as 'shell.product') };
};
