import { eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  type AuthorityService,
  addressOf,
  authorityServices,
  type ProbedService,
  probedServices,
} from '#lib/arca/services.ts';
import { observeAuthority, type Sighting } from '#lib/arca/sighting.ts';
import { database } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority.ts';
import { areNotYounger, isYounger } from './age.ts';
import { type Environment, environments } from './authority-environment.ts';
import { log } from './log.ts';
import {
  authorityAnsweredAt,
  authorityCalls,
  authorityClockSkew,
  authorityFailures,
  authoritySeconds,
  authorityUp,
} from './metrics.ts';
import { shared } from './shared.ts';
import { minuteMs } from './time.ts';

/** Page loads come in bursts, so rows are cached this long. */
const restMs = 5_000;

/** Returns the known state of the authority. If it is uncertain, starts a probe for later callers. */
export async function authorityStatusOf(
  environment: Environment,
  now = new Date(),
): Promise<AuthorityStatus> {
  const rows = await readSeen(environment, now);
  const statuses = probedServices.map(({ name: service }) => {
    const seen = rows.find((row) => row.service === service);
    if (isProbeDue(seen, now)) {
      void probeInBackground({ environment, service }, now).then(() => known().delete(environment));
    }
    return [service, statusOf(seen, now)];
  });
  return Object.fromEntries(statuses) as AuthorityStatus;
}

function readSeen(environment: Environment, now: Date): Promise<Seen[]> {
  const last = known().get(environment);
  if (last && Math.abs(now.getTime() - last.at) < restMs) return last.rows;
  const rows = Promise.resolve(
    database().select().from(authorityStatus).where(eq(authorityStatus.environment, environment)),
  );
  known().set(environment, { at: now.getTime(), rows });
  rows.catch(() => known().delete(environment));
  return rows;
}

export type Seen = typeof authorityStatus.$inferSelect;

export const answeringStates = ['answering', 'not-answering', 'unknown'] as const;

export interface ServiceStatus {
  status: (typeof answeringStates)[number];
  /** Set for `not-answering`: start of the stretch without any answer. */
  since?: Date;
  lastAnsweredAt?: Date;
}

export type AuthorityStatus = Record<ProbedService['name'], ServiceStatus>;

/*
 * Rules for `not-answering`. Users are told to come back later when it shows, so a single lost answer is not enough:
 * - A stretch begins with the first failure after an answer (`failingSince`), and any answer ends it.
 * - It counts after a second failure (`failedAt` later than `failingSince`). A failure within seconds of the
 *   first was in flight at the same time and does not count as a second one; a failed probe always counts.
 *   Between the first and the second failure the status is `unknown`.
 * - An answered probe only shows that the server can be reached. It ends a stretch of calls that never
 *   reached it, but not one of calls that were accepted and left unanswered: FEDummy is known to answer while
 *   these hang (docs/authority.md#invoicing-calls).
 * - Old observations expire: a stretch that nobody observed lately is not continued, and the status is
 *   `unknown`.
 */
const togetherMs = 5_000;
const knownForMs = 15 * minuteMs;
/** Age at which an answer is refreshed, before it is too old to be shown. */
const freshForMs = 5 * minuteMs;
/**
 * A failure later than this after the last one begins a new stretch. Longer than the longest wait between two
 * attempts (lib/registrations/complete.ts).
 */
const stretchMs = 45 * minuteMs;

/** Failures in which the call never reached the service. */
const unreached = ['refused', 'dns', 'tls', 'reset', 'http', 'not-soap'];

export function statusOf(seen: Seen | undefined, now: Date): ServiceStatus {
  const { answeredAt, failedAt, failingSince } = seen ?? {};
  const last = answeredAt ? { lastAnsweredAt: answeredAt } : {};
  if (failingSince && isSecondTime(failingSince, failedAt) && isWithin(knownForMs, failedAt, now)) {
    return { status: 'not-answering', since: failingSince, ...last };
  }
  return {
    status: !failingSince && isWithin(knownForMs, answeredAt, now) ? 'answering' : 'unknown',
    ...last,
  };
}

/** Minimum time between two probes, across all processes. */
const probeRestMs = minuteMs;

/** Returns when the first of the failing services stopped answering; undefined if none is failing. */
export function notAnsweringSince(authority: AuthorityStatus): Date | undefined {
  const since = Object.values(authority).flatMap((each) => (each.since ? [each.since.getTime()] : []));
  return since.length > 0 ? new Date(Math.min(...since)) : undefined;
}

export const isAnswering = (authority: AuthorityStatus): boolean =>
  Object.values(authority).every(({ status }) => status === 'answering');

/** Returns whether a probe is needed: the last observation is a failure or too old, and nobody probed lately. */
export const isProbeDue = (seen: Seen | undefined, now: Date): boolean =>
  (!!seen?.failingSince || !isWithin(freshForMs, seen?.answeredAt, now)) &&
  !isWithin(probeRestMs, seen?.probedAt, now);

const isSecondTime = (failingSince: Date, failedAt: Date | null | undefined) =>
  !!failedAt && failedAt > failingSince;

const isWithin = (ms: number, instant: Date | null | undefined, now: Date) =>
  !!instant && isYounger(instant, ms, now);

/**
 * Probes the authority and records the result, unless somebody did within the last minute. The row decides
 * who probes, so no lock is held during the call.
 */
export async function probe(place: Place, now: Date): Promise<'answered' | 'failed' | 'asked-before'> {
  if (!(await takeTurn(place, now))) return 'asked-before';
  const service = probedServices.find(({ name }) => name === place.service);
  if (!service) throw new Error(`${place.service} is not probed.`);
  const { endpoint, timeoutMs } = addressOf(service, place.environment);
  const failure = await service.probe(endpoint, Math.min(timeoutMs, longestProbeMs));
  if (failure !== undefined) {
    await writeFailure(place, now, failure, 1);
    return 'failed';
  }
  await writeAnswer(place, now, mayEndStretch(now));
  return 'answered';
}

const longestProbeMs = 10_000;

/** Probes without delaying anybody: callers get the known status. Resolves once it may have changed. */
export async function probeInBackground(place: Place, now: Date): Promise<void> {
  const last = begun().get(keyOf(place));
  if (last && isYounger(last, probeRestMs, now)) return;
  begun().set(keyOf(place), now);
  await probe(place, now).catch((error: unknown) =>
    log().warn({ err: error, ...place }, 'the authority could not be probed'),
  );
}
/** When this process last began each probe: a repeat is skipped without a query. */
const begun = () => shared('authority-status.begun', () => new Map<string, Date>());

async function takeTurn(place: Place, now: Date): Promise<boolean> {
  const { probedAt } = authorityStatus;
  const isFree = or(isNull(probedAt), areNotYounger(probedAt, probeRestMs, now));
  const taken = await database()
    .insert(authorityStatus)
    .values({ ...place, probedAt: now })
    .onConflictDoUpdate({ target, set: { probedAt: now }, ...(isFree ? { setWhere: isFree } : {}) })
    .returning({ probedAt });
  return taken.length > 0;
}

function mayEndStretch(now: Date) {
  const { failedAt, failingSince, failure } = authorityStatus;
  const isOver = areNotYounger(failedAt, knownForMs, now);
  return or(isNull(failingSince), inArray(failure, unreached), isOver);
}

export interface Place {
  environment: Environment;
  service: ProbedService['name'];
}

export const watchAuthority = (): void => observeAuthority((sighting) => void recordSighting(sighting));

/**
 * Records what a call observed. The call neither waits for this nor sees its errors. While a service's state
 * is unchanged, a process writes once every few seconds, however many calls it makes.
 */
export async function recordSighting(sighting: Sighting): Promise<void> {
  const { endpoint, at, failure } = sighting;
  for (const place of placesAt(endpoint, authorityServices)) measure(place, sighting);
  for (const place of placesAt(endpoint, probedServices)) {
    if (!isNews(place, at, failure)) continue;
    await (failure ? writeFailure(place, at, failure) : writeAnswer(place, at)).catch((error: unknown) => {
      written().delete(keyOf(place));
      log().warn({ err: error, ...place }, 'an observation of the authority could not be stored');
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

/** Returns the services at an address; of both environments if they share one authority. */
const placesAt = <Service extends AuthorityService>(
  endpoint: string,
  services: readonly Service[],
): { environment: Environment; service: Service['name'] }[] =>
  environments.flatMap((environment) =>
    services
      .filter((service) => addressOf(service, environment).endpoint === endpoint)
      .map(({ name: service }) => ({ environment, service })),
  );

interface Known {
  at: number;
  rows: Promise<Seen[]>;
}
/** Rows that this process read last; dropped when it records an observation itself. */
const known = () => shared('authority-status.known', () => new Map<Environment, Known>());

interface Written {
  at: Date;
  failed: boolean;
}
const written = () => shared('authority-status.written', () => new Map<string, Written>());
const keyOf = ({ environment, service }: Place) => `${environment} ${service}`;

function isNews(place: Place, at: Date, failure: string | undefined): boolean {
  const last = written().get(keyOf(place));
  const failed = failure !== undefined;
  if (last?.failed === failed && Math.abs(at.getTime() - last.at.getTime()) < togetherMs) return false;
  written().set(keyOf(place), { at, failed });
  return true;
}

const { answeredAt, failedAt, failingSince } = authorityStatus;
const target = [authorityStatus.environment, authorityStatus.service];

/** @param onlyIf condition on the existing row */
async function writeAnswer(place: Place, at: Date, onlyIf?: SQL): Promise<void> {
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

/** @param secondAfterMs the failure counts as the second one if the stretch began at least this long ago */
async function writeFailure(
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

/** Late metrics are useless. */
const longestMs = 2_000;

/**
 * Sets the metrics of the authority in /api/metrics, for the services that this installation has called. They
 * are absent without the database.
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
