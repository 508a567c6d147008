import { z } from 'zod';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchUnfinishedRegistration } from '#lib/registrations/find.ts';
import { registrationRoute } from '../route-description.ts';

export const GET = endpoint(
  {
    ...registrationRoute('csr'),
    operation: 'fetchCertificateRequest',
    summary: 'Fetch the certificate request to give to the authority',
    answers: { 200: z.object({ alias: z.string(), csr: z.string().describe('PKCS#10, PEM.') }) },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params }) => {
    const { request } = await fetchUnfinishedRegistration(ctx, params.siloEntryId);
    return { body: { alias: request.alias, csr: request.csr } };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
