import { clearSessionCookie, currentSession } from '#console/_session.ts';
import { endSession } from '#lib/accounts/sessions.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';

/** Ends this browser's session and clears its cache of our pages. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const session = await currentSession();
  if (session) await endSession(session.user.id, session.id);
  await clearSessionCookie();
  return new Response(null, { status: 303, headers: { location: '/login', 'clear-site-data': '"cache"' } });
}
