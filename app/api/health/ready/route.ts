import { readiness } from '#lib/health.ts';
import { route } from '#lib/http/routing.ts';

export const dynamic = 'force-dynamic';

/** Ready when the database answers. A read-only process counts as ready. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () => {
    const status = await readiness();
    return Response.json({ status }, { status: status === 'unavailable' ? 503 : 200 });
  },
});
