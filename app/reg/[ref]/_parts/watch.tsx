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
