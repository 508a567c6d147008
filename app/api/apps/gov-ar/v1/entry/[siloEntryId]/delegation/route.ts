import { DelegationResponse, delegationResponse } from '#app/api/apps/gov-ar/v1/_wire/delegation.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { claimDelegation } from '#lib/registrations/delegation.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { registrationRoute } from '../route-description.ts';

export const POST = endpoint(
  {
    ...registrationRoute('delegation'),
    operation: 'claimDelegation',
    idempotency: 'harmless',
    summary: 'Say that the supplier has delegated to the delegate of the workspace',
    details: [
      'For a registration of the mode `delegation` or `choice`. From here on the authority is asked until it knows;',
      'the registration is completed by its yes. Said again, it is asked anew.',
    ].join(' '),
    answers: { 200: DelegationResponse },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params }) => {
    const registration = await fetchRegistration(ctx, params.siloEntryId);
    await limit('proof', registration.id);
    return { body: delegationResponse(await claimDelegation(ctx, registration)) };
  },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
