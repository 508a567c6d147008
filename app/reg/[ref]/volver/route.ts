import { returnAddressOf } from '#lib/registrations/return-address.ts';
import { get, seeOther } from '../handler.tsx';

/**
 * Redirects to the account holder's page with the outcome. It is signed now, because its receivers check the
 * age of a signature.
 */
export const GET = get(async ({ ctx, registration, props }) => {
  const location = await returnAddressOf(ctx, registration);
  return location ? new Response(null, { status: 303, headers: { location } }) : seeOther(props, '');
});
