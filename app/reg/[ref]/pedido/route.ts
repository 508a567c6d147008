import { noteDownload } from '#lib/registrations/registration.ts';
import { requestFileName } from '../_parts/portal.tsx';
import { get } from '../handler.tsx';

/** The certificate request as a file. It is not secret: the supplier sends it to the authority. */
export const GET = get(async ({ ctx, registration }) => {
  await noteDownload(ctx, registration);
  return new Response(registration.request.csr, {
    headers: {
      'content-type': 'application/pkcs10',
      'content-disposition': `attachment; filename="${requestFileName(registration)}"`,
    },
  });
});
