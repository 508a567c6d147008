import { isBuildReplaced, readiness } from '#lib/health.ts';
import { route } from '#lib/http/routing.ts';
import { closingSignal } from '#lib/shutdown.ts';

export const dynamic = 'force-dynamic';

/**
 * Ready when the database answers and has what a job needs, until the process is about to close or its build is
 * replaced on disk. A read-only process counts as ready.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async () => {
    const status = await processStatus();
    const isReady = status === 'ok' || status === 'read-only';
    return Response.json({ status }, { status: isReady ? 200 : 503 });
  },
});

async function processStatus() {
  if (closingSignal().aborted) return 'closing';
  return isBuildReplaced() ? 'build-replaced' : readiness();
}
