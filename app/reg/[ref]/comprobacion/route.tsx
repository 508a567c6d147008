import { countUse } from '#lib/http/rate-limit.ts';
import { answerAnchor } from '../_parts/watch.tsx';
import { nextPath } from '../flow.ts';
import { askAuthority } from '../guide.ts';
import { getStep, postStep, reread, seeOther } from '../handler.tsx';
import { ProofStep } from './view.tsx';

/** Shown while the login runs or waits to be retried. When that ends, the page redirects. */
export const GET = getStep('comprobacion', ({ request, props }) => (
  <ProofStep {...props} hasAsked={new URL(request.url).searchParams.has('recien')} />
));

/**
 * «Comprobar ahora». Also used by renewals, although they need no authorization. Above the limit the authority is
 * not asked again, and the page shows its last answer.
 */
export const POST = postStep('comprobacion', async ({ ref, ctx, registration, props }) => {
  const { isOver } = await countUse('proof', registration.id);
  if (!isOver) await askAuthority(ctx, registration);
  const current = await reread({ ref, props });
  const next = nextPath(current.registration);
  return next === '/comprobacion'
    ? seeOther(current, '/comprobacion?recien', answerAnchor)
    : seeOther(current, next);
});
