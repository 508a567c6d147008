import { eq } from 'drizzle-orm';
import { type AuthorityService, authorityServices } from '#lib/arca/sighting.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { database } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority-status.ts';
import { type AuthorityStatus, isProbeDue, type Seen, statusOf } from './answering.ts';
import { probeInBackground } from './probe.ts';
import { known } from './record.ts';

/** Pages come in bursts: for so long the rows are not read again. */
const restMs = 5_000;

/** What is known of the authority now. In doubt it is asked in the background: the next who comes knows more. */
export async function authorityStatusOf(
  environment: Environment,
  now = new Date(),
): Promise<AuthorityStatus> {
  const rows = await readSeen(environment, now);
  const seenOf = (service: AuthorityService) => rows.find((row) => row.service === service);
  for (const service of authorityServices) {
    if (!isProbeDue(seenOf(service), now)) continue;
    void probeInBackground({ environment, service }, now).then(() => known().delete(environment));
  }
  return { wsaa: statusOf(seenOf('wsaa'), now), wsfe: statusOf(seenOf('wsfe'), now) };
}

function readSeen(environment: Environment, now: Date): Promise<Seen[]> {
  const last = known().get(environment);
  if (last && Math.abs(now.getTime() - last.at) < restMs) return last.rows;
  const rows = Promise.resolve(
    database().select().from(authorityStatus).where(eq(authorityStatus.environment, environment)),
  );
  known().set(environment, { at: now.getTime(), rows });
  // What failed is not kept.
  rows.catch(() => known().delete(environment));
  return rows;
}
