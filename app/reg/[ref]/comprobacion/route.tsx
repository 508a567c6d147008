import { askAuthority } from '../guide.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { ProofStep } from './view.tsx';

/** Shown while the login runs or waits to be retried. When that ends, the page redirects. */
export const GET = getStep('comprobacion', ({ props }) => <ProofStep {...props} />);

/** «Probar ahora». Also used by renewals, although they need no authorization. */
export const POST = postStep('comprobacion', async ({ ref, ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await askAuthority(ctx, registration);
  return seeNext({ ref, props });
});
