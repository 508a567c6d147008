import { noteProgress } from '#lib/registrations/progress.ts';
import { firstUndone } from './flow.ts';
import { get, html, post, seeOther } from './handler.tsx';
import { Start } from './view.tsx';

/** The link itself: the first page, or the step where the supplier left off. `?inicio` shows the first page again. */
export const GET = get((visit) => {
  const undone = firstUndone(visit.registration);
  const asked = new URL(visit.request.url).searchParams.has('inicio');
  const finished = visit.registration.state === 'completed';
  return undone === '' || (asked && !finished) ? html(<Start {...visit.props} />) : seeOther(visit, undone);
});

/** Opening the link changes nothing (a mail scanner opens it too); beginning does. */
export const POST = post(async (visit) => {
  await noteProgress(visit.ctx, visit.registration, 'openedAt');
  return seeOther(visit, '/datos');
});
