import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { htmlResponse } from '../_parts/document.tsx';
import { readUploadForm } from '../form-data.ts';
import { askAuthority } from '../guide.ts';
import { getStep, limitAttempts, postStep, reread, seeNext } from '../handler.tsx';
import { UploadStep } from './view.tsx';

export const GET = getStep('subir', ({ request, props }) => (
  <UploadStep {...props} isRequestedAnew={new URL(request.url).searchParams.has('pedido')} />
));

/** Tries an accepted certificate at the authority at once, because it may have been authorized already. */
export const POST = postStep('subir', async ({ ref, request, ctx, registration, props }) => {
  await limitAttempts('upload', registration);
  const upload = await readUploadForm(request);
  if (typeof upload === 'string') {
    const field = upload === 'no-file' ? 'file' : 'text';
    const errors = [{ field, message: props.t('upload.nothing') }];
    return htmlResponse(<UploadStep {...props} form={{ values: {}, errors }} />, 422);
  }
  const received = await receiveCertificate(ctx, registration, upload);
  // The upload may be a private key, sent by mistake, so it is overwritten without waiting for garbage
  // collection.
  upload.fill(0);
  const current = await reread({ ref, props });
  if (received.kind === 'rejected') return htmlResponse(<UploadStep {...current} />, 422);
  await askAuthority(ctx, current.registration);
  return seeNext({ ref, props });
});
