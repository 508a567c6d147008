import { htmlResponse } from '../_parts/document.tsx';
import { nextPath, visitsPortal } from '../flow.ts';
import { get, seeOther } from '../handler.tsx';
import { PrintedSheet } from './view.tsx';

/** Available once the questions of the first page are answered, because its content depends on them. */
export const GET = get(({ registration, props }) => {
  const next = nextPath(registration);
  return next === '' || !visitsPortal(registration)
    ? seeOther(props, next)
    : htmlResponse(<PrintedSheet {...props} />);
});
