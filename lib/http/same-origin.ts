import { env } from '#lib/env.ts';

/**
 * Whether a form came from our own page. `Sec-Fetch-Site` decides where the browser sends it: a page can not
 * forge it. (Our pages send no referrer, for which browsers write `Origin: null` even on our own forms.)
 * Without it the `Origin` has to be ours; a browser too old to send either is let in: the link itself, which no
 * other site knows and no cookie carries, is what authorizes.
 */
export function isSameOrigin(request: { headers: Pick<Headers, 'get'> }): boolean {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (origin && origin !== 'null' && !isOurs(origin, request.headers.get('host'))) return false;
  if (site) return site === 'same-origin';
  return origin !== 'null';
}

function isOurs(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(env().ALTA_ORIGIN).origin || new URL(origin).host === host;
}
