import { randomUUID } from 'node:crypto';
import { measureAuthority } from '#lib/authority-status.ts';
import { AltaError } from '#lib/errors.ts';
import { mayReadMetrics } from '#lib/http/client-address.ts';
import { problem } from '#lib/http/problem.ts';
import { route } from '#lib/http/routing.ts';
import { metricsContentType, metricsText } from '#lib/metrics.ts';
import { measureInstallation } from '#lib/monitoring.ts';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: metrics });

async function metrics(request: Request) {
  if (!mayReadMetrics(request)) {
    const error = new AltaError(
      'unauthorised',
      'Send the token of ALTA_METRICS_TOKEN, or send the request from this machine and not through a proxy.',
    );
    return problem(error, { id: randomUUID(), path: '/api/metrics' });
  }
  await Promise.all([measureAuthority(), measureInstallation()]);
  return new Response(await metricsText(), { headers: { 'content-type': metricsContentType() } });
}
