import { readiness } from '#lib/health.ts';
import { route } from '#lib/http/routing.ts';

export const dynamic = 'force-dynamic';

/** The process can do its work: its database answers. One that only reads still does that. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () => {
    const status = await readiness();
    return Response.json({ status }, { status: status === 'unavailable' ? 503 : 200 });
  },
});
