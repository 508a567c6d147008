import { Fragment } from 'react';
import type { StoredFault } from '#lib/faults/fault.ts';
import { EventText } from './event-text.tsx';

/** The words of a fault, its code, and where in the document it is. */
export function FaultText({ of: fault }: { of: StoredFault }) {
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
