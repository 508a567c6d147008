import { type SQL, sql } from 'drizzle-orm';
import { authorityOf } from '#lib/arca/authority.ts';
import {
  type AuthorityService,
  authorityServices,
  calledServices,
  observeAuthority,
  type Sighting,
} from '#lib/arca/sighting.ts';
import { type Environment, environments } from '#lib/authority-environment.ts';
import { database } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority-status.ts';
import { log } from '#lib/log.ts';
import { authorityCalls, authorityClockSkew, authorityFailures, authoritySeconds } from '#lib/metrics.ts';
import { shared } from '#lib/shared.ts';
import { type Seen, stretchMs, togetherMs } from './answering.ts';

export interface Place {
  environment: Environment;
  service: AuthorityService;
}

/** From now on what this process sees of the authority is kept for all. */
export const watchAuthority = (): void => observeAuthority((sighting) => void recordSighting(sighting));

/**
 * Keeps what a call saw. The call does not wait for this, and knows nothing of what goes wrong here. As long as a
 * service goes on as before, a process writes once in a few seconds, whatever it calls.
 */
export async function recordSighting(sighting: Sighting): Promise<void> {
  const { endpoint, at, failure } = sighting;
  for (const place of placesAt(endpoint, calledServices)) measure(place, sighting);
  for (const place of placesAt(endpoint, authorityServices)) {
    if (!isNews(place, at, failure)) continue;
    await (failure ? writeFailure(place, at, failure) : writeAnswer(place, at)).catch((error: unknown) => {
      written().delete(keyOf(place));
      log().warn({ err: error, ...place }, 'what was seen of the authority could not be kept');
    });
    known().delete(place.environment);
  }
}

function measure(
  place: { environment: Environment; service: string },
  { at, seconds, date, failure }: Sighting,
): void {
  authorityCalls().inc({ ...place, result: failure ? 'failed' : 'answered' });
  authoritySeconds().observe(place, seconds);
  if (failure) authorityFailures().inc({ ...place, reason: failure });
  if (date) authorityClockSkew().set(place, (date.getTime() - at.getTime()) / 1_000);
}

/** Which service an address is of; of both environments where an operator has one authority for the two. */
const placesAt = <Service extends (typeof calledServices)[number]>(
  endpoint: string,
  services: readonly Service[],
): { environment: Environment; service: Service }[] =>
  environments.flatMap((environment) => {
    const authority = authorityOf(environment);
    return services
      .filter((service) => authority[service] === endpoint)
      .map((service) => ({ environment, service }));
  });

interface Known {
  at: number;
  rows: Promise<Seen[]>;
}
/** What this process read last; what it has seen itself since is not hidden by it. */
export const known = () => shared('authority-status.known', () => new Map<Environment, Known>());

interface Written {
  at: Date;
  failed: boolean;
}
/** What this process wrote last. */
const written = () => shared('authority-status.written', () => new Map<string, Written>());
export const keyOf = ({ environment, service }: Place) => `${environment} ${service}`;

function isNews(place: Place, at: Date, failure: string | undefined): boolean {
  const last = written().get(keyOf(place));
  const failed = failure !== undefined;
  if (last?.failed === failed && Math.abs(at.getTime() - last.at.getTime()) < togetherMs) return false;
  written().set(keyOf(place), { at, failed });
  return true;
}

const { answeredAt, failedAt, failingSince } = authorityStatus;
export const target = [authorityStatus.environment, authorityStatus.service];

/** @param onlyIf of the row that is there */
export async function writeAnswer(place: Place, at: Date, onlyIf?: SQL): Promise<void> {
  await database()
    .insert(authorityStatus)
    .values({ ...place, answeredAt: at })
    .onConflictDoUpdate({
      target,
      set: {
        answeredAt: sql`greatest(${answeredAt}, excluded.answered_at)`,
        failingSince: null,
        failure: null,
      },
      ...(onlyIf ? { setWhere: onlyIf } : {}),
    });
}

/** @param secondAfterMs so long after the first failure of a stretch this one is a second */
export async function writeFailure(
  place: Place,
  at: Date,
  failure: string,
  secondAfterMs = togetherMs,
): Promise<void> {
  const begins = sql`(${failingSince} is null or ${failedAt} <= excluded.failed_at - ${stretchMs} * interval '1 ms')`;
  const isSecond = sql`excluded.failed_at >= ${failingSince} + ${secondAfterMs} * interval '1 ms'`;
  await database()
    .insert(authorityStatus)
    .values({ ...place, failingSince: at, failedAt: at, failure })
    .onConflictDoUpdate({
      target,
      set: {
        failingSince: sql`case when ${begins} then excluded.failing_since else ${failingSince} end`,
        failedAt: sql`case when ${begins} then excluded.failed_at
          when ${isSecond} then greatest(${failedAt}, excluded.failed_at) else ${failedAt} end`,
        failure,
      },
    });
}
