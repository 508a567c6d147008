import { noteProgress } from '#lib/registrations/registration.ts';
import { askAuthority } from '../guide.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { AuthoriseStep } from './view.tsx';

export const GET = getStep('autorizar', ({ props }) => <AuthoriseStep {...props} />);

export const POST = postStep('autorizar', async ({ ref, ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await noteProgress(ctx, registration, 'authorisationClaimedAt');
  // Authorized out of order: the authority is asked once a certificate is there.
  if (!registration.certificate) return seeNext({ ref, props });
  await askAuthority(ctx, registration);
  return seeNext({ ref, props });
});
