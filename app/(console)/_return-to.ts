/**
 * The path on this very site that a parameter names; undefined for anything else. Browsers take `//host` and
 * `/\host` for another site.
 */
export function safePath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > 2_000) return undefined;
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) ? path : undefined;
}

/** The login page that leads back to `path`. */
export function loginPath(path: string | null): string {
  const back = safePath(path);
  return back && back !== '/login' ? `/login?return_to=${encodeURIComponent(back)}` : '/login';
}
