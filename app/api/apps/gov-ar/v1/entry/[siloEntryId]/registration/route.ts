import { RegistrationResponse, registrationResponse } from '#app/api/apps/gov-ar/v1/_wire/registration.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { noRegistration } from '#lib/registrations/find.ts';
import { registrationRoute } from '../route-description.ts';

export const GET = endpoint(
  {
    ...registrationRoute('registration'),
    operation: 'fetchRegistration',
    summary: 'Fetch how a supplier stands with the authority',
    answers: { 200: RegistrationResponse },
  },
  async (ctx, { params }) => {
    const details = await findRegistrationDetails(ctx, params.siloEntryId);
    if (!details) throw noRegistration();
    return { body: registrationResponse(details) };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
