import { askAuthority } from '../guide.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { ProofStep } from './view.tsx';

/** Shown while the login runs or is retried. When it ends, another page follows. */
export const GET = getStep('comprobacion', ({ props }) => <ProofStep {...props} />);

/** «Probar ahora». Renewals come here too, though they have nothing to authorize. */
export const POST = postStep('comprobacion', async ({ ref, ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await askAuthority(ctx, registration);
  return seeNext({ ref, props });
});
