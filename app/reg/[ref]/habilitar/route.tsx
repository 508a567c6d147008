import { noteProgress } from '#lib/registrations/registration.ts';
import { getStep, postStep, seeNext } from '../handler.tsx';
import { EnableStep } from './view.tsx';

export const GET = getStep('habilitar', ({ props }) => <EnableStep {...props} />);

export const POST = postStep('habilitar', async ({ ctx, registration, props }) => {
  await noteProgress(ctx, registration, 'serviceEnabledAt');
  return seeNext(props);
});
