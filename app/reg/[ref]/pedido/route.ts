import { noteDownload } from '#lib/registrations/registration.ts';
import { requestFileName } from '../_parts/portal.tsx';
import { hasStarted } from '../flow.ts';
import { get } from '../handler.tsx';

/**
 * The certificate request as a file. It is not secret: the supplier sends it to the authority. Mail scanners and
 * previews ask for it too, before anybody has started, or for its headers alone; these are no downloads.
 */
export const GET = get(async ({ request, ctx, registration }) => {
  if (request.method === 'GET' && hasStarted(registration)) await noteDownload(ctx, registration);
  return new Response(registration.request.csr, {
    headers: {
      'content-type': 'application/pkcs10',
      'content-disposition': `attachment; filename="${requestFileName(registration)}"`,
    },
  });
});
