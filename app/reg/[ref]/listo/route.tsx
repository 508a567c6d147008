import { firstUndone } from '../flow.ts';
import { get, html, seeOther } from '../handler.tsx';
import { Done } from './view.tsx';

/** The end, and what a finished link shows from then on. */
export const GET = get((visit) => {
  const undone = firstUndone(visit.registration);
  return undone === '/listo' ? html(<Done {...visit.props} />) : seeOther(visit, undone);
});
