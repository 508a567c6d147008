import { Fragment } from 'react';
import type { Fault } from '#lib/errors.ts';
import { EventText } from './event-text.tsx';

/** The words of a fault, its code, and where in the document it is. */
export function FaultText({ of: fault }: { of: Fault }) {
  return (
    <>
      <EventText of={fault} />
      {fault.paths?.map((path) => (
        <Fragment key={path}>
          {' '}
          <code className="event-detail">{path}</code>
        </Fragment>
      ))}
    </>
  );
}
