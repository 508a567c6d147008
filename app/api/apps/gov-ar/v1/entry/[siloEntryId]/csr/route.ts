import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { fetchOpenRegistration } from '#lib/registrations/open.ts';
import { registrationRoute } from '../route-description.ts';

export const GET = endpoint(registrationRoute('csr'), async (ctx, { params }) => {
  const { request } = await fetchOpenRegistration(ctx, params.siloEntryId);
  return { body: { alias: request.alias, csr: request.csr } };
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
