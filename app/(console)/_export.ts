import 'server-only';

import { getTranslations } from 'next-intl/server';
import { requireRecentLogin } from '#lib/accounts/recent-login.ts';
import { AltaError } from '#lib/errors.ts';
import { requireSession } from './_session.ts';

/**
 * A route that takes data out: of who logged in a while ago it wants that they show once more who they are. What leads
 * to it says `data-export`, and then they are asked before (_shell/asking-before-exports.tsx).
 */
export const exportRoute =
  <Route>(handle: (request: Request, route: Route) => Promise<Response>) =>
  async (request: Request, route: Route): Promise<Response> => {
    const refusal = await requireRecentLogin(await requireSession()).catch(told);
    return refusal ?? handle(request, route);
  };

async function told(error: unknown): Promise<Response> {
  if (!(error instanceof AltaError) || !error.code) throw error;
  const t = await getTranslations('console.errors');
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${t(error.code as never)}\n`, { status: 401, headers });
}
