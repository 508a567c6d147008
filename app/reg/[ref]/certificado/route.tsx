import { noteProgress, startAgain } from '#lib/registrations/progress.ts';
import { readForm } from '../form-data.ts';
import { get, limitVisit, postStep, seeOther, stepPage } from '../handler.tsx';
import { CertificateStep } from './view.tsx';

export const GET = get((visit) => stepPage(visit, 'certificado', <CertificateStep {...visit.props} />));

export const POST = postStep('certificado', async (visit) => {
  const { intent } = await readForm(visit.request);
  if (intent === 'start-again') {
    await limitVisit('proof', visit);
    await startAgain(visit.ctx, visit.registration);
    return seeOther(visit, '/certificado');
  }
  await noteProgress(visit.ctx, visit.registration, 'requestDownloadedAt');
  return seeOther(visit, '/subir');
});
