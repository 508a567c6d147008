import { metricsContentType, metricsText } from '#lib/metrics.ts';

export const dynamic = 'force-dynamic';

export const GET = async () =>
  new Response(await metricsText(), { headers: { 'content-type': metricsContentType() } });
