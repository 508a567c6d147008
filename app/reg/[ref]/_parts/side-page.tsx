import type { ReactNode } from 'react';
import type { PageSlug, WatchingPage } from '../flow.ts';
import { Document } from './document.tsx';
import { ErrorSummary } from './form.tsx';
import { Frame, Help, type StepProps } from './step-page.tsx';

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
  const { registration, t, form } = props;
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
      <Frame props={props} page={page} back="" />
      <div className="sheet">
        <main id="contenido">
          {failed && <ErrorSummary errors={form.errors} t={t} />}
          <h1>{heading}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} link={link} now={props.now} saved />
    </Document>
  );
}

/** Response to a form of such a page: redirects to the page, without the form's data. */
export const backTo = ({ basePath }: StepProps, path: string): Response =>
  new Response(null, { status: 303, headers: { location: `${basePath}${path}` } });
