import { endpoint } from '#lib/http/endpoint.ts';
import { fetchOpenRegistration } from '#lib/registrations/open.ts';
import { registrationRoute } from '../route-description.ts';

export const GET = endpoint(registrationRoute('csr'), async (ctx, { params }) => {
  const { request } = await fetchOpenRegistration(ctx, params.siloEntryId);
  return { body: { alias: request.alias, csr: request.csr } };
});
