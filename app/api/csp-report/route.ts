import { randomUUID } from 'node:crypto';
import { countPolicyReports } from '#lib/http/policy-reports.ts';
import { altaErrorOf, problem } from '#lib/http/problem.ts';
import { route } from '#lib/http/routing.ts';

export const dynamic = 'force-dynamic';

/** Browsers report violations of our content security policy here. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: (request) =>
    countPolicyReports(request).then(
      () => new Response(null, { status: 204 }),
      (error: unknown) => problem(altaErrorOf(error), { id: randomUUID(), path: '/api/csp-report' }),
    ),
});
