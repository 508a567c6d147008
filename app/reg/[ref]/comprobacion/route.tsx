import { askAuthority } from '../guide.ts';
import { getStep, limitAttempts, postStep, seeNext } from '../handler.tsx';
import { ProofStep } from './view.tsx';

/** While the login runs or is tried again; its end leads to another page. */
export const GET = getStep('comprobacion', ({ props }) => <ProofStep {...props} />);

/** «Probar ahora»: a renewal gets here too, which has nothing to authorize. */
export const POST = postStep('comprobacion', async ({ ref, ctx, registration, props }) => {
  await limitAttempts('proof', registration);
  await askAuthority(ctx, registration);
  return seeNext({ ref, props });
});
