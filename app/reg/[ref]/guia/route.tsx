import { htmlResponse } from '../_parts/document.tsx';
import { nextPath } from '../flow.ts';
import { get, seeOther } from '../handler.tsx';
import { WholeGuide } from './view.tsx';

/** Available once the questions of the first page are answered, because its content depends on them. */
export const GET = get(({ registration, props }) =>
  nextPath(registration) === '' ? seeOther(props, '') : htmlResponse(<WholeGuide {...props} />),
);
