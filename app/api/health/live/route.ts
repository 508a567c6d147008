import { route } from '#lib/http/routing.ts';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: () => Response.json({ status: 'ok' }),
});
