import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import { nextPath } from '../flow.ts';
import { getStep, limitAttempts, postStep, seeOther } from '../handler.tsx';
import { AuthoriseStep } from './view.tsx';

/** Most logins are answered within a second or two: then the next page is the outcome itself. */
const longestWaitMs = 4_000;

export const GET = getStep('autorizar', ({ props }) => <AuthoriseStep {...props} />);

export const POST = postStep('autorizar', async ({ ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await requestProof(ctx, registration);
  return seeOther(props, nextPath(await awaitProof(ctx, registration, longestWaitMs)));
});
