import { noteProgress } from '#lib/registrations/progress.ts';
import { htmlResponse } from './_parts/document.tsx';
import { nextPath } from './flow.ts';
import { get, post, seeOther } from './handler.tsx';
import { Start } from './view.tsx';

/** The link itself: the first page, or the step where the supplier left off. `?inicio` shows the first page again. */
export const GET = get(({ request, registration, props }) => {
  const next = nextPath(registration);
  const asked = new URL(request.url).searchParams.has('inicio');
  const finished = registration.state === 'completed';
  return next === '' || (asked && !finished) ? htmlResponse(<Start {...props} />) : seeOther(props, next);
});

/** Opening the link changes nothing (a mail scanner opens it too); beginning does. */
export const POST = post(async ({ ctx, registration, props }) => {
  await noteProgress(ctx, registration, 'begunAt');
  return seeOther(props, '/datos');
});
