import type { ReactNode } from 'react';
import { usablePoints } from '#lib/registrations/points-of-sale.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { nextPath } from '../flow.ts';
import type { StepProps } from './step-page.tsx';

/** Part of the registration that the page shows. The script reloads the page if it has changed. */
export const watchedState = ({ proof, lastRejection, ...registration }: Registration): string =>
  [
    proof.status === 'running' ? 'running' : 'still',
    lastRejection?.reason,
    ...(lastRejection?.detail.service ? [lastRejection.detail.service] : []),
    usablePoints(registration).length,
  ].join('.');

/** Status text that the open page's script updates by polling. Each poll also asks the authority again. */
export function Watch({ props, children }: { props: StepProps; children: ReactNode }) {
  const { registration, basePath } = props;
  return (
    <p
      role="status"
      className="watch"
      data-poll={`${basePath}/estado`}
      data-poll-next={`${basePath}${nextPath(registration)}`}
      data-poll-state={watchedState(registration)}
      data-poll-seconds={registration.proof.status === 'running' ? 2 : 5}
    >
      <span className="watch-dot" />
      <span data-poll-text="">{children}</span>
    </p>
  );
}

/** Element that the page scrolls to after «Comprobar ahora», so that each press is answered in view. */
export const answerAnchor = 'respuesta';

/** The authority's answer to «Comprobar ahora», with its time. */
export function Answer({ children }: { children: string }) {
  return (
    <p id={answerAnchor} className="answer" role="status" tabIndex={-1}>
      {children}
    </p>
  );
}

/** Age up to which an answer is shown. An older one is only seen by reloading an old address. */
export const answerMaxAgeMs = 10 * 60_000;
