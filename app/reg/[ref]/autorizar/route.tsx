import { noteProgress } from '#lib/registrations/progress.ts';
import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { AuthoriseStep } from './view.tsx';

/** Most logins are answered within a second or two: then the next page is the outcome itself. */
const longestWaitMs = 4_000;

export const GET = getStep('autorizar', ({ props }) => <AuthoriseStep {...props} />);

export const POST = postStep('autorizar', async ({ ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await noteProgress(ctx, registration, 'authorisationClaimedAt');
  // Authorized ahead of its turn: asked of the authority as soon as there is a certificate to ask with.
  if (!registration.certificate) return seeNext(props);
  await requestProof(ctx, registration);
  await awaitProof(ctx, registration, longestWaitMs);
  return seeNext(props);
});
