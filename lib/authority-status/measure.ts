import { database } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority-status.ts';
import { log } from '#lib/log.ts';
import { authorityAnsweredAt, authorityUp } from '#lib/metrics.ts';
import { isProbeDue, statusOf } from './answering.ts';
import { probeInBackground } from './probe.ts';

/** Metrics that come late are none. */
const longestMs = 2_000;

/**
 * Sets what /api/metrics tells of the authority, for the services that this installation has called. Without the
 * database they are absent.
 */
export async function measureAuthority(now = new Date()): Promise<void> {
  authorityUp().reset();
  authorityAnsweredAt().reset();
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), longestMs).unref());
  const read = Promise.resolve()
    .then(() => database().select().from(authorityStatus))
    .catch((error: unknown) => {
      log().warn({ err: error }, 'the metrics of the authority could not be read');
      return [];
    });
  for (const seen of await Promise.race([read, late])) {
    const { environment, service, answeredAt } = seen;
    const { status } = statusOf(seen, now);
    if (status !== 'unknown') authorityUp().set({ environment, service }, status === 'answering' ? 1 : 0);
    if (answeredAt) authorityAnsweredAt().set({ environment, service }, answeredAt.getTime() / 1_000);
    if (isProbeDue(seen, now)) void probeInBackground({ environment, service }, now);
  }
}
