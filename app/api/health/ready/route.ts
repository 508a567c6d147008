import { isReady } from '#lib/health.ts';
import { otherMethods } from '#lib/http/other-methods.ts';

export const dynamic = 'force-dynamic';

/** The process can do its work: its database answers. */
export async function GET() {
  const ready = await isReady();
  return Response.json({ status: ready ? 'ok' : 'unavailable' }, { status: ready ? 200 : 503 });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
