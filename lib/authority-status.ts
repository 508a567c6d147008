import { eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AuthorityCall, observeAuthority } from '#lib/arca/call-observer.ts';
import {
  type AuthorityService,
  addressOf,
  authorityServices,
  type ProbedService,
  probedServices,
} from '#lib/arca/services.ts';
import { database } from '#lib/database/client.ts';
import { authorityStatus } from '#lib/database/tables/authority.ts';
import { areStale, isRecent } from './age.ts';
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
import { oncePerProcess } from './process-values.ts';
import { minuteMs } from './time.ts';

/** How long rows are cached, because page loads come in bursts. */
const cacheMs = 5_000;

/** Returns the stored status of each service. If a probe is due, starts it in the background for later callers. */
export async function authorityStatusOf(
  environment: Environment,
  now = new Date(),
): Promise<AuthorityStatus> {
  const rows = await readStatusRows(environment, now);
  const statuses = probedServices.map(({ name: service }) => {
    const statusRow = rows.find((row) => row.service === service);
    if (isProbeDue(statusRow, now)) {
      void probeInBackground({ environment, service }, now).then(() => statusCache().delete(environment));
    }
    return [service, statusOf(statusRow, now)];
  });
  return Object.fromEntries(statuses) as AuthorityStatus;
}

function readStatusRows(environment: Environment, now: Date): Promise<AuthorityStatusRow[]> {
  const last = statusCache().get(environment);
  if (last && Math.abs(now.getTime() - last.at) < cacheMs) return last.rows;
  const rows = Promise.resolve(
    database().select().from(authorityStatus).where(eq(authorityStatus.environment, environment)),
  );
  statusCache().set(environment, { at: now.getTime(), rows });
  rows.catch(() => statusCache().delete(environment));
  return rows;
}

export type AuthorityStatusRow = typeof authorityStatus.$inferSelect;

export const answeringStates = ['answering', 'not-answering', 'unknown'] as const;

export interface ServiceStatus {
  status: (typeof answeringStates)[number];
  /** Set for `not-answering`: the first failure of the outage. */
  since?: Date;
  lastAnsweredAt?: Date;
}

export type AuthorityStatus = Record<ProbedService['name'], ServiceStatus>;

/*
 * Rules for `not-answering`. Pages then ask users to come back later, so a single lost answer is not enough:
 * - An outage begins with the first failure after an answer (`failingSince`). An answered call ends it.
 * - The status is `unknown` after the first failure and `not-answering` from the second one on (`failedAt` later
 *   than `failingSince`). A call that fails within seconds of the first failure was in flight at the same time and
 *   does not count as the second one. A failed probe always counts.
 * - An answered probe shows only that the server can be reached. It ends an outage in which calls did not reach the
 *   service, but not one in which the service accepted calls and left them unanswered: FEDummy is known to answer
 *   while such calls hang (docs/authority.md#invoicing-calls).
 * - Old observations expire: the status is then `unknown`, and a much later failure begins a new outage.
 */
const sameFailureMs = 5_000;
const knownForMs = 15 * minuteMs;
/** A probe is due once the last answer is this old, which is before the answer expires (`knownForMs`). */
const freshForMs = 5 * minuteMs;
/**
 * A failure this long after the previous one begins a new outage. Longer than the longest wait between two attempts
 * during an outage (lib/registrations/complete.ts).
 */
const maxFailureGapMs = 45 * minuteMs;

/** Failures in which the call never reached the service. */
const unreached = ['refused', 'dns', 'tls', 'reset', 'http', 'not-soap'];

export function statusOf(statusRow: AuthorityStatusRow | undefined, now: Date): ServiceStatus {
  const { answeredAt, failedAt, failingSince } = statusRow ?? {};
  const last = answeredAt ? { lastAnsweredAt: answeredAt } : {};
  if (failingSince && hasSecondFailure(failingSince, failedAt) && isWithin(knownForMs, failedAt, now)) {
    return { status: 'not-answering', since: failingSince, ...last };
  }
  return {
    status: !failingSince && isWithin(knownForMs, answeredAt, now) ? 'answering' : 'unknown',
    ...last,
  };
}

/** Minimum time between two probes of a service, across all processes. */
const probeIntervalMs = minuteMs;

/** Returns the start of the earliest current outage; undefined if no service is `not-answering`. */
export function notAnsweringSince(authority: AuthorityStatus): Date | undefined {
  const since = Object.values(authority).flatMap((each) => (each.since ? [each.since.getTime()] : []));
  return since.length > 0 ? new Date(Math.min(...since)) : undefined;
}

export const isAnswering = (authority: AuthorityStatus): boolean =>
  Object.values(authority).every(({ status }) => status === 'answering');

/** True if the service is failing or the last answer is too old, and no process has probed lately. */
export const isProbeDue = (statusRow: AuthorityStatusRow | undefined, now: Date): boolean =>
  (!!statusRow?.failingSince || !isWithin(freshForMs, statusRow?.answeredAt, now)) &&
  !isWithin(probeIntervalMs, statusRow?.probedAt, now);

const hasSecondFailure = (failingSince: Date, failedAt: Date | null | undefined) =>
  !!failedAt && failedAt > failingSince;

const isWithin = (ms: number, instant: Date | null | undefined, now: Date) =>
  !!instant && isRecent(instant, ms, now);

/**
 * Probes the authority and records the result, unless a process did so within the last minute. An update of the
 * row decides which process probes, so no lock is held during the call.
 */
export async function probe(
  serviceKey: ServiceKey,
  now: Date,
): Promise<'answered' | 'failed' | 'asked-before'> {
  if (!(await claimProbe(serviceKey, now))) return 'asked-before';
  const service = probedServices.find(({ name }) => name === serviceKey.service);
  if (!service) throw new Error(`${serviceKey.service} is not probed.`);
  const { endpoint, timeoutMs } = addressOf(service, serviceKey.environment);
  const failure = await service.probe(endpoint, Math.min(timeoutMs, probeTimeoutMs));
  if (failure !== undefined) {
    await writeFailure(serviceKey, now, failure, 1);
    return 'failed';
  }
  await writeAnswer(serviceKey, now, endsFailure(now));
  return 'answered';
}

const probeTimeoutMs = 10_000;

/** Probes at most once a minute per process, and logs failures. Resolves once the status may have changed. */
export async function probeInBackground(serviceKey: ServiceKey, now: Date): Promise<void> {
  const last = probeStarts().get(keyOf(serviceKey));
  if (last && isRecent(last, probeIntervalMs, now)) return;
  probeStarts().set(keyOf(serviceKey), now);
  await probe(serviceKey, now).catch((error: unknown) =>
    log().warn({ err: error, ...serviceKey }, 'the authority could not be probed'),
  );
}
/** When this process last began each probe, so that a repeat is skipped without a query. */
const probeStarts = () => oncePerProcess('authority-status.begun', () => new Map<string, Date>());

async function claimProbe(serviceKey: ServiceKey, now: Date): Promise<boolean> {
  const { probedAt } = authorityStatus;
  const isFree = or(isNull(probedAt), areStale(probedAt, probeIntervalMs, now));
  const claimed = await database()
    .insert(authorityStatus)
    .values({ ...serviceKey, probedAt: now })
    .onConflictDoUpdate({ target, set: { probedAt: now }, ...(isFree ? { setWhere: isFree } : {}) })
    .returning({ probedAt });
  return claimed.length > 0;
}

function endsFailure(now: Date) {
  const { failedAt, failingSince, failure } = authorityStatus;
  const isOver = areStale(failedAt, knownForMs, now);
  return or(isNull(failingSince), inArray(failure, unreached), isOver);
}

export interface ServiceKey {
  environment: Environment;
  service: ProbedService['name'];
}

export const watchAuthority = (): void => observeAuthority((sighting) => void recordSighting(sighting));

/**
 * Records a call's outcome. The call does not wait for this, and errors are only logged. While a service's state
 * is unchanged, a process writes at most once every `sameFailureMs`.
 */
export async function recordSighting(sighting: AuthorityCall): Promise<void> {
  const { endpoint, at, failure } = sighting;
  for (const serviceKey of servicesAt(endpoint, authorityServices)) measure(serviceKey, sighting);
  for (const serviceKey of servicesAt(endpoint, probedServices)) {
    if (!isChange(serviceKey, at, failure)) continue;
    await (failure ? writeFailure(serviceKey, at, failure) : writeAnswer(serviceKey, at)).catch(
      (error: unknown) => {
        lastWrites().delete(keyOf(serviceKey));
        log().warn({ err: error, ...serviceKey }, 'an observation of the authority could not be stored');
      },
    );
    statusCache().delete(serviceKey.environment);
  }
}

function measure(
  serviceKey: { environment: Environment; service: string },
  { at, seconds, date, failure }: AuthorityCall,
): void {
  authorityCalls().inc({ ...serviceKey, result: failure ? 'failed' : 'answered' });
  authoritySeconds().observe(serviceKey, seconds);
  if (failure) authorityFailures().inc({ ...serviceKey, reason: failure });
  if (date) authorityClockSkew().set(serviceKey, (date.getTime() - at.getTime()) / 1_000);
}

/** Returns the services at an address; those of both environments if they share the address. */
const servicesAt = <Service extends AuthorityService>(
  endpoint: string,
  services: readonly Service[],
): { environment: Environment; service: Service['name'] }[] =>
  environments.flatMap((environment) =>
    services
      .filter((service) => addressOf(service, environment).endpoint === endpoint)
      .map(({ name: service }) => ({ environment, service })),
  );

interface CachedStatus {
  at: number;
  rows: Promise<AuthorityStatusRow[]>;
}
/** Rows that this process read last; dropped when it records an observation. */
const statusCache = () =>
  oncePerProcess('authority-status.known', () => new Map<Environment, CachedStatus>());

interface LastWrite {
  at: Date;
  failed: boolean;
}
const lastWrites = () => oncePerProcess('authority-status.written', () => new Map<string, LastWrite>());
const keyOf = ({ environment, service }: ServiceKey) => `${environment} ${service}`;

function isChange(serviceKey: ServiceKey, at: Date, failure: string | undefined): boolean {
  const last = lastWrites().get(keyOf(serviceKey));
  const failed = failure !== undefined;
  if (last?.failed === failed && Math.abs(at.getTime() - last.at.getTime()) < sameFailureMs) return false;
  lastWrites().set(keyOf(serviceKey), { at, failed });
  return true;
}

const { answeredAt, failedAt, failingSince } = authorityStatus;
const target = [authorityStatus.environment, authorityStatus.service];

/** @param onlyIf condition for updating an existing row */
async function writeAnswer(serviceKey: ServiceKey, at: Date, onlyIf?: SQL): Promise<void> {
  await database()
    .insert(authorityStatus)
    .values({ ...serviceKey, answeredAt: at })
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

/** @param secondAfterMs the failure counts as the second one if the outage began at least this long before it */
async function writeFailure(
  serviceKey: ServiceKey,
  at: Date,
  failure: string,
  secondAfterMs = sameFailureMs,
): Promise<void> {
  const begins = sql`(${failingSince} is null or ${failedAt} <= excluded.failed_at - ${maxFailureGapMs} * interval '1 ms')`;
  const isSecond = sql`excluded.failed_at >= ${failingSince} + ${secondAfterMs} * interval '1 ms'`;
  await database()
    .insert(authorityStatus)
    .values({ ...serviceKey, failingSince: at, failedAt: at, failure })
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

/** Collectors give up on late metrics. */
const metricsTimeoutMs = 2_000;

/**
 * Sets the metrics of the authority in /api/metrics, for the services that this installation has called. The
 * metrics are absent while the database is unavailable.
 */
export async function measureAuthority(now = new Date()): Promise<void> {
  authorityUp().reset();
  authorityAnsweredAt().reset();
  const timeout = new Promise<[]>((resolve) => setTimeout(() => resolve([]), metricsTimeoutMs).unref());
  const read = Promise.resolve()
    .then(() => database().select().from(authorityStatus))
    .catch((error: unknown) => {
      log().warn({ err: error }, 'the metrics of the authority could not be read');
      return [];
    });
  for (const statusRow of await Promise.race([read, timeout])) {
    const { environment, service, answeredAt } = statusRow;
    const { status } = statusOf(statusRow, now);
    if (status !== 'unknown') authorityUp().set({ environment, service }, status === 'answering' ? 1 : 0);
    if (answeredAt) authorityAnsweredAt().set({ environment, service }, answeredAt.getTime() / 1_000);
    if (isProbeDue(statusRow, now)) void probeInBackground({ environment, service }, now);
  }
}
