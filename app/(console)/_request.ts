/** What proxy.ts tells the pages about their request; whatever a caller sends under these names is overwritten. */
export const nonceHeaderName = 'x-alta-nonce';
export const pathHeaderName = 'x-alta-path';

/** Holds a slug, and no right to anything. */
export const lastWorkspaceCookieName = 'alta_workspace';

/** Any site will do: what counts is whether a path leads away from it. */
const site = 'https://alta.invalid';

/**
 * The path on this very site that a parameter names, as a browser resolves it; undefined for anything else. `//host`
 * is another site, and so is what comes to it: `/\host`, `/.//host`, `/x/%2e%2e//host`.
 */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > 2_000 || !/^\/[^\\\p{Cc}]*$/u.test(path)) return undefined;
  if (!URL.canParse(path, site)) return undefined;
  const { origin, pathname, search, hash } = new URL(path, site);
  return origin === site && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}

/** The login page that leads back to `path`. */
export function loginPath(path: string | null): string {
  const back = safePath(path);
  return back && back !== '/login' ? `/login?return_to=${encodeURIComponent(back)}` : '/login';
}

/** Where a login at the OpenID provider begins, which leads to `path` then. */
export function oidcPath(path: unknown): string {
  const back = safePath(path);
  return back ? `/login/oidc?return_to=${encodeURIComponent(back)}` : '/login/oidc';
}

/** The page that asks for the second factor, and leads to `path` then. */
export function codePath(path: unknown, by?: 'recovery'): string {
  const back = safePath(path);
  const query = new URLSearchParams({ ...(by && { by }), ...(back && { return_to: back }) }).toString();
  return query ? `/login/code?${query}` : '/login/code';
}
