import { htmlResponse } from '../_parts/document.tsx';
import { nextPath } from '../flow.ts';
import { get, seeOther } from '../handler.tsx';
import { WholeGuide } from './view.tsx';

/** Open once the questions are answered: what it shows follows from them. */
export const GET = get(({ registration, props }) =>
  nextPath(registration) === '' ? seeOther(props, '') : htmlResponse(<WholeGuide {...props} />),
);
