import { noteProgress } from '#lib/registrations/registration.ts';
import { getStep, postStep, seeNext } from '../handler.tsx';
import { EnableStep } from './view.tsx';

export const GET = getStep('habilitar', ({ props }) => <EnableStep {...props} />);

export const POST = postStep('habilitar', async ({ ref, ctx, registration, props }) => {
  await noteProgress(ctx, registration, 'serviceEnabledAt');
  return seeNext({ ref, props });
});
