import { fetchLogo } from '#lib/accounts/apps.ts';
import { get } from '../handler.tsx';

/** The account holder's logo, which was checked at upload. */
export const GET = get(async ({ ctx, registration }) => {
  const { logo } = registration.accountHolder;
  const bytes = logo && (await fetchLogo(ctx, 'gov-ar'));
  return bytes
    ? new Response(bytes, { headers: { 'content-type': logo.type } })
    : new Response(null, { status: 404 });
});
