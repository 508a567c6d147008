import { returnAddressOf } from '#lib/registrations/return-address.ts';
import { get, seeOther } from '../handler.tsx';

/** Redirects to the link's sender with the outcome, signed now, however long the page was open. */
export const GET = get(async ({ ctx, registration, props }) => {
  const location = await returnAddressOf(ctx, registration);
  return location ? new Response(null, { status: 303, headers: { location } }) : seeOther(props, '');
});
