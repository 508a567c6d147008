import { get, html, seeOther } from '../_door.tsx';
import { Done } from '../_views/done.tsx';
import { firstUndone } from '../_views/steps.ts';

/** The end, and what a finished link shows from then on. */
export const GET = get((visit) => {
  const undone = firstUndone(visit.registration);
  return undone === '/listo' ? html(<Done {...visit.props} />) : seeOther(visit, undone);
});
