import { lookAgain } from '#lib/registrations/look-again.ts';
import { watchedState } from '../_parts/watch.tsx';
import { proofStatusText } from '../comprobacion/view.tsx';
import { nextPath } from '../flow.ts';
import { post, reread } from '../handler.tsx';

/** What an open page asks for every few seconds: it looks again at the authority, and says where to go. */
export const POST = post(async ({ ctx, registration, props }) => {
  await lookAgain(ctx, registration);
  const current = await reread(props);
  const next = nextPath(current.registration);
  return Response.json({
    next: `${props.basePath}${next}`,
    state: watchedState(current.registration),
    text: next === '/comprobacion' ? proofStatusText(current) : '',
  });
});
