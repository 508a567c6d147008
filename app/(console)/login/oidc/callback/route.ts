import { codePath, safePath } from '#console/_request.ts';
import {
  clearOidcCookie,
  currentSession,
  oidcCookie,
  setLoginCookies,
  setPendingCookie,
  visitor,
} from '#console/_session.ts';
import { finishOidcFlow } from '#lib/accounts/oidc.ts';
import { leadTo } from '../_lead.ts';

/** The OpenID provider redirects here after the login. */
export const GET = (request: Request): Promise<Response> =>
  leadTo(async () => {
    const came = { token: await oidcCookie(), query: new URL(request.url).search };
    await clearOidcCookie();
    const returned = await finishOidcFlow(came, await currentSession(), await visitor());
    switch (returned.kind) {
      case 'linked':
        return '/account#oidc';
      case 'code-needed':
        await setPendingCookie(returned.pending);
        return codePath(returned.returnTo);
      case 'in':
        await setLoginCookies(returned.cookies);
        return safePath(returned.returnTo) ?? '/console';
    }
  });
