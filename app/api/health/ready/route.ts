import { readiness } from '#lib/health.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const dynamic = 'force-dynamic';

/** The process can do its work: its database answers. One that only reads still does that. */
export async function GET() {
  const status = await readiness();
  return Response.json({ status }, { status: status === 'unavailable' ? 503 : 200 });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
