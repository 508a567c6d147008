import { randomUUID } from 'node:crypto';
import { otherMethods } from '#lib/http/other-methods.ts';
import { countPolicyReports } from '#lib/http/policy-reports.ts';
import { altaErrorOf, problem } from '#lib/http/problem.ts';

export const dynamic = 'force-dynamic';

/** Where browsers tell that a page of ours would have loaded what its policy does not allow. */
export const POST = (request: Request): Promise<Response> =>
  countPolicyReports(request).then(
    () => new Response(null, { status: 204 }),
    (error: unknown) => problem(altaErrorOf(error), { id: randomUUID(), path: '/api/csp-report' }),
  );

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST');
