import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { readUpload } from '../form-data.ts';
import { get, html, limitVisit, postStep, seeOther, stepPage, visitAgain } from '../handler.tsx';
import { UploadStep } from './view.tsx';

export const GET = get((visit) => stepPage(visit, 'subir', <UploadStep {...visit.props} />));

export const POST = postStep('subir', async (visit) => {
  await limitVisit('upload', visit);
  const upload = await readUpload(visit.request);
  if (!upload) {
    const errors = [{ field: 'file', message: visit.props.t('upload.nothing') }];
    return html(<UploadStep {...visit.props} form={{ values: {}, errors }} />, 422);
  }
  const received = await receiveCertificate(visit.ctx, visit.registration, upload);
  // A private key may have come in by mistake: our copy of it does not wait for the garbage collector.
  upload.fill(0);
  if (received.kind === 'accepted') return seeOther(visit, '/autorizar');
  const { props } = await visitAgain(visit);
  return html(<UploadStep {...props} />, 422);
});
