import { awaitDelegationCheck, requestLook } from '#lib/registrations/prove.ts';
import { answerAnchor } from '../_parts/watch.tsx';
import { nextPath } from '../flow.ts';
import { longestWaitMs } from '../guide.ts';
import { getStep, postStep, reread, seeOther } from '../handler.tsx';
import { AcceptanceStep } from './view.tsx';

/** Shown until the account holder accepts the delegation, which the open page detects by polling. */
export const GET = getStep('aceptacion', ({ request, props }) => (
  <AcceptanceStep {...props} hasAsked={new URL(request.url).searchParams.has('recien')} />
));

/** «Comprobar ahora»: asks the authority, unless it was asked within the last seconds. */
export const POST = postStep('aceptacion', async ({ ref, ctx, registration, props }) => {
  const look = await requestLook(ctx, registration);
  if (look === 'looking') await awaitDelegationCheck(ctx, registration, longestWaitMs);
  const current = await reread({ ref, props });
  const next = nextPath(current.registration);
  return next === '/aceptacion'
    ? seeOther(current, '/aceptacion?recien', answerAnchor)
    : seeOther(current, next);
});
