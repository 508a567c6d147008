import { requestFileName } from '../_parts/portal.tsx';
import { get } from '../handler.tsx';

/** The certificate request as a file. It is no secret: the authority gets the same bytes. */
export const GET = get(
  ({ registration }) =>
    new Response(registration.request.csr, {
      headers: {
        'content-type': 'application/pkcs10',
        'content-disposition': `attachment; filename="${requestFileName(registration)}"`,
      },
    }),
);
