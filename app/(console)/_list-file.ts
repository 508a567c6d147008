import 'server-only';

import { z } from 'zod';
import { formOf, readBody } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { batchLimits } from '#lib/limits.ts';
import { exportRoute } from './_export.ts';
import { paramsOf, type SearchParams } from './_ui/list-page.tsx';

/** The ids of as many rows as there may be, with what stands between two of them in a form. */
const formBytes = 40 * batchLimits.rows;
const mostFields = 5;
const Ids = z.array(z.uuid().toLowerCase()).min(1).max(batchLimits.rows);

interface Asked {
  workspace: string;
  params: SearchParams;
  /** Only the rows that are chosen. */
  ids?: string[];
}

interface Route {
  params: Promise<{ workspace: string }>;
}

/** A list as a file: whole with `GET`, of the rows that are chosen with `POST`. */
export function listFile(answer: (asked: Asked) => Promise<Response>) {
  const GET = exportRoute(async (request, { params }: Route) =>
    answer({ workspace: (await params).workspace, params: paramsOf(request) }),
  );
  const POST = exportRoute(async (request, { params }: Route) => {
    if (!isSameOrigin(request)) return new Response(null, { status: 403 });
    const form = await formOf(
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
