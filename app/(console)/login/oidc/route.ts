import { safePath } from '#console/_request.ts';
import { setOidcCookie, visitor } from '#console/_session.ts';
import { startOidcFlow } from '#lib/accounts/oidc.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { leadTo } from './_lead.ts';

/**
 * Redirects to the provider's login. Not a form action, because our Content-Security-Policy forbids forms
 * from ending at another site.
 */
export const GET = (request: Request): Promise<Response> =>
  leadTo(async () => {
    await limit('login-address', (await visitor()).address);
    const returnTo = safePath(new URL(request.url).searchParams.get('return_to'));
    const { token, url } = await startOidcFlow({ returnTo });
    await setOidcCookie(token);
    return url;
  });
