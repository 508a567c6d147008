import { randomUUID } from 'node:crypto';
import { measureAuthority } from '#lib/authority-status.ts';
import { AltaError } from '#lib/errors.ts';
import { mayReadMetrics } from '#lib/http/client-address.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { problem } from '#lib/http/problem.ts';
import { metricsContentType, metricsText } from '#lib/metrics.ts';
import { measureInstallation } from '#lib/monitoring.ts';

export const dynamic = 'force-dynamic';

export async function GET(request: Request) {
  if (!mayReadMetrics(request)) {
    const error = new AltaError(
      'unauthorised',
      'Send the token of ALTA_METRICS_TOKEN, or ask on this machine.',
    );
    return problem(error, { id: randomUUID(), path: '/api/metrics' });
  }
  await Promise.all([measureAuthority(), measureInstallation()]);
  return new Response(await metricsText(), { headers: { 'content-type': metricsContentType() } });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
