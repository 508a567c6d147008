/** Request headers set by proxy.ts for the pages; values sent by the caller are overwritten. */
export const nonceHeaderName = 'x-alta-nonce';
export const pathHeaderName = 'x-alta-path';

/** Cookie with the slug of the last opened workspace. It grants no rights. */
export const lastWorkspaceCookieName = 'alta_workspace';

/** Base for resolving paths. Any origin works, because it only serves to detect paths that lead to another one. */
const site = 'https://alta.invalid';

/**
 * The same-site path in a parameter, resolved as a browser does; undefined for anything else. `//host` is
 * another site, and so is anything that resolves to it: `/\host`, `/.//host`, `/x/%2e%2e//host`.
 */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > 2_000 || !/^\/[^\\\p{Cc}]*$/u.test(path)) return undefined;
  if (!URL.canParse(path, site)) return undefined;
  const { origin, pathname, search, hash } = new URL(path, site);
  return origin === site && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}

/** The login page, which then redirects to `path`. */
export function loginPath(path: string | null): string {
  const back = safePath(path);
  return back && back !== '/login' ? `/login?return_to=${encodeURIComponent(back)}` : '/login';
}

/** Starts a login at the OpenID provider, which then redirects to `path`. */
export function oidcPath(path: unknown): string {
  const back = safePath(path);
  return back ? `/login/oidc?return_to=${encodeURIComponent(back)}` : '/login/oidc';
}

/** The page that asks for the second factor, then redirects to `path`. */
export function codePath(path: unknown, by?: 'recovery'): string {
  const back = safePath(path);
  const query = new URLSearchParams({ ...(by && { by }), ...(back && { return_to: back }) }).toString();
  return query ? `/login/code?${query}` : '/login/code';
}
