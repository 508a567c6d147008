import { returnAddressOf } from '#lib/registrations/return-address.ts';
import { get, seeOther } from '../handler.tsx';

/** Back to who sent the link, with how it went: signed as they leave, however long the page was open before. */
export const GET = get(async ({ ctx, registration, props }) => {
  const location = await returnAddressOf(ctx, registration);
  return location ? new Response(null, { status: 303, headers: { location } }) : seeOther(props, '');
});
