import type { ReactNode } from 'react';
import type { PageSlug, WatchingPage } from '../flow.ts';
import { Document } from './document.tsx';
import { ErrorSummary } from './form.tsx';
import { Help, Masthead, type StepProps } from './step-page.tsx';
import { Icon, Tools } from './tools.tsx';

interface SidePageProps {
  props: StepProps;
  page: PageSlug | WatchingPage;
  heading: string;
  lead?: ReactNode;
  refreshSeconds?: number | undefined;
  children: ReactNode;
}

/** A page outside the steps, linked from every page. It links back to the current step. */
export function SidePage({ props, page, heading, lead, refreshSeconds, children }: SidePageProps) {
  const { registration, basePath, t, form } = props;
  const { environment, accountHolder, link } = registration;
  const failed = form !== undefined && form.errors.length > 0;
  const title = t('frame.title', { heading, environment });
  return (
    <Document
      t={t}
      title={failed ? `${t('errors.prefix')} ${title}` : title}
      colour={accountHolder.colour}
      refreshSeconds={refreshSeconds}
    >
      <Masthead {...props} />
      <div className="sheet">
        <nav className="side-back">
          <a className="back" href={basePath}>
            <Icon name="back" />
            {t('goOn.back')}
          </a>
        </nav>
        <main id="contenido">
          {failed && <ErrorSummary errors={form.errors} t={t} />}
          <h1>{heading}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </main>
        <Tools props={props} page={page} />
      </div>
      <Help t={t} accountHolder={accountHolder} expiresAt={link.expiresAt} saved />
    </Document>
  );
}

/** Response to a form of such a page: redirects to the page, without the form's data. */
export const backTo = ({ basePath }: StepProps, path: string): Response =>
  new Response(null, { status: 303, headers: { location: `${basePath}${path}` } });
