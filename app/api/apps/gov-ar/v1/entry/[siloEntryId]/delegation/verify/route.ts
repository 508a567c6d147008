import { VerifiedResponse, verifiedResponse } from '#app/api/apps/gov-ar/v1/_wire/delegation.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { verifyDelegation } from '#lib/registrations/delegation.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { registrationRoute } from '../../route-description.ts';

export const POST = endpoint(
  {
    ...registrationRoute('delegation/verify'),
    operation: 'verifyDelegation',
    idempotency: 'harmless',
    summary: 'Ask the authority whether the delegate may act for the supplier',
    details: [
      '`granted` is `false` as far as the access ticket knows: what was granted since needs a new one, which is',
      'fetched every ten minutes at most, and `unknown` when the authority could not be asked.',
    ].join(' '),
    answers: { 200: VerifiedResponse },
    failures: ['conflict', 'gone'],
  },
  async (ctx, { params }) => {
    const { id } = await fetchRegistration(ctx, params.siloEntryId);
    await limit('proof', id);
    return { body: verifiedResponse(await verifyDelegation(ctx, params.siloEntryId)) };
  },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
