import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { requireRecentLogin } from '#lib/accounts/recent-login.ts';
import { AltaError } from '#lib/errors.ts';
import { parseBoundedForm, readBody } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { batchLimits } from '#lib/limits.ts';
import { requireSession } from './_session.ts';
import { paramsOf, type SearchParams } from './_ui/list-page.tsx';

/** Size of a form with the ids of the maximum number of rows, with separators. */
const formBytes = 40 * batchLimits.rows;
const mostFields = 5;
const Ids = z.array(z.uuid().toLowerCase()).min(1).max(batchLimits.rows);

interface Asked {
  workspace: string;
  params: SearchParams;
  /** Limits the file to the selected rows. */
  ids?: string[];
}

interface Route {
  params: Promise<{ workspace: string }>;
}

/** Exports a list as a file: `GET` exports all rows, `POST` the selected ones. */
export function listFile(answer: (asked: Asked) => Promise<Response>) {
  const GET = exportRoute(async (request, { params }: Route) =>
    answer({ workspace: (await params).workspace, params: paramsOf(request) }),
  );
  const POST = exportRoute(async (request, { params }: Route) => {
    if (!isSameOrigin(request)) return new Response(null, { status: 403 });
    const form = await parseBoundedForm(
      await readBody(request, formBytes),
      request.headers.get('content-type') ?? '',
      mostFields,
    );
    const { data: ids } = Ids.safeParse(String(form?.get('ids')).split(',', batchLimits.rows + 1));
    if (!ids) return new Response(null, { status: 400 });
    return answer({ workspace: (await params).workspace, params: paramsOf(request), ids });
  });
  return { GET, POST };
}

/**
 * A route that exports data. It requires a recent login. Links and forms that lead to it have `data-export`,
 * so that the login is confirmed beforehand (_shell/confirm-login.tsx).
 */
export const exportRoute =
  <Route>(handle: (request: Request, route: Route) => Promise<Response>) =>
  async (request: Request, route: Route): Promise<Response> => {
    const refusal = await requireRecentLogin(await requireSession()).catch(toResponse);
    return refusal ?? handle(request, route);
  };

async function toResponse(error: unknown): Promise<Response> {
  if (!(error instanceof AltaError) || !error.code) throw error;
  const t = await getTranslations('console.errors');
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${t(error.code as never)}\n`, { status: 401, headers });
}
