import { claimDelegation } from '#lib/registrations/delegation.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { DelegateStep } from './view.tsx';

export const GET = getStep('delegar', ({ props }) => <DelegateStep {...props} />);

/** «Ya lo hice»: from now on the authority is polled until it lists the delegation. */
export const POST = postStep('delegar', async ({ ref, ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await claimDelegation(ctx, registration);
  return seeNext({ ref, props });
});
