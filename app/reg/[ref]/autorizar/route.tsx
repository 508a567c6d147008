import { awaitProof, requestProof } from '#lib/registrations/prove.ts';
import { firstUndone } from '../flow.ts';
import { get, limitVisit, postStep, seeOther, stepPage } from '../handler.tsx';
import { AuthoriseStep } from './view.tsx';

/** Most logins are answered within a second or two: then the next page is the outcome itself. */
const longestWaitMs = 4_000;

export const GET = get((visit) => stepPage(visit, 'autorizar', <AuthoriseStep {...visit.props} />));

export const POST = postStep('autorizar', async (visit) => {
  await limitVisit('proof', visit);
  await requestProof(visit.ctx, visit.registration);
  return seeOther(visit, firstUndone(await awaitProof(visit.ctx, visit.registration, longestWaitMs)));
});
