import type { ReactNode } from 'react';
import { progressAt, type StepSlug } from '../flow.ts';
import { Document } from './document.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Help } from './help.tsx';
import { Masthead } from './masthead.tsx';
import { Progress } from './progress.tsx';
import type { StepProps } from './step-props.ts';

interface StepPageProps {
  props: StepProps;
  slug: StepSlug;
  heading: string;
  lead?: ReactNode;
  back?: string | undefined;
  refreshSeconds?: number | undefined;
  /** The page shows why the last try was not taken: its title says so first. */
  refused?: boolean;
  children: ReactNode;
}

export function StepPage({
  props,
  slug,
  heading,
  lead,
  back,
  refreshSeconds,
  refused,
  children,
}: StepPageProps) {
  const { registration, t, form } = props;
  const { environment } = registration;
  const { step, total } = progressAt(slug, environment);
  const titleStep = t('frame.titleStep', { step, total, heading });
  const failed = form !== undefined && form.errors.length > 0;
  const title = t('frame.title', { heading: titleStep, environment });
  return (
    <Document
      t={t}
      title={failed || refused ? `${t('errors.prefix')} ${title}` : title}
      colour={registration.accountHolder.colour}
      refreshSeconds={refreshSeconds}
    >
      <Masthead {...props} />
      <div className="sheet">
        <Progress {...props} slug={slug} back={back} />
        <main id="contenido">
          {failed && <ErrorSummary errors={form.errors} t={t} />}
          <h1>
            <span className="step">{t('frame.step', { step, total })}</span> {heading}
          </h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </main>
      </div>
      <Help t={t} holder={registration.accountHolder} expiresAt={registration.link.expiresAt} saved />
    </Document>
  );
}
