import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { htmlResponse } from '../_parts/document.tsx';
import { readUploadForm } from '../form-data.ts';
import { getStep, limitAttempts, postStep, reread, seeOther } from '../handler.tsx';
import { UploadStep } from './view.tsx';

export const GET = getStep('subir', ({ props }) => <UploadStep {...props} />);

export const POST = postStep('subir', async ({ request, ctx, registration, props }) => {
  await limitAttempts('upload', registration);
  const upload = await readUploadForm(request);
  if (!upload) {
    const errors = [{ field: 'file', message: props.t('upload.nothing') }];
    return htmlResponse(<UploadStep {...props} form={{ values: {}, errors }} />, 422);
  }
  const received = await receiveCertificate(ctx, registration, upload);
  // A private key may have come in by mistake: our copy of it does not wait for the garbage collector.
  upload.fill(0);
  if (received.kind === 'accepted') return seeOther(props, '/autorizar');
  return htmlResponse(<UploadStep {...(await reread(props))} />, 422);
});
