import { noteProgress } from '#lib/registrations/progress.ts';
import { get, postStep, seeOther, stepPage } from '../handler.tsx';
import { EnableStep } from './view.tsx';

export const GET = get((visit) => stepPage(visit, 'habilitar', <EnableStep {...visit.props} />));

export const POST = postStep('habilitar', async (visit) => {
  await noteProgress(visit.ctx, visit.registration, 'serviceEnabledAt');
  return seeOther(visit, '/certificado');
});
