import 'server-only';

import { z } from 'zod';
import { isSameOrigin } from '#lib/http/same-origin.ts';
import { batchLimits } from '#lib/limits.ts';
import { exportRoute } from './_export.ts';
import { paramsOf, type SearchParams } from './_ui/list-page.tsx';

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
    const sent = (await request.formData()).get('ids');
    const { data: ids } = Ids.safeParse(String(sent).split(','));
    if (!ids) return new Response(null, { status: 400 });
    return answer({ workspace: (await params).workspace, params: paramsOf(request), ids });
  });
  return { GET, POST };
}
