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

/** Pages come in bursts: for so long the rows are not read again. */
const restMs = 5_000;

/** What is known of the authority now. In doubt it is asked in the background: the next who comes knows more. */
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
  // What failed is not kept.
  rows.catch(() => known().delete(environment));
  return rows;
}

export type Seen = typeof authorityStatus.$inferSelect;

export const answeringStates = ['answering', 'not-answering', 'unknown'] as const;

export interface ServiceStatus {
  status: (typeof answeringStates)[number];
  /** Of one that does not answer: since when no answer was seen. */
  since?: Date;
  lastAnsweredAt?: Date;
}

export type AuthorityStatus = Record<ProbedService['name'], ServiceStatus>;

/*
 * When a service "does not answer". One lost answer among others says nothing, and people are sent away on this word:
 * - a stretch begins with the first failure after an answer (`failingSince`), and any answer ends it;
 * - it counts once it was seen failing a second time (`failedAt` later than `failingSince`). What fails within
 *   seconds of the first was under way together with it and is no second time; a probe is one, whenever it comes.
 *   After the first nothing is said: neither that it answers nor that it does not;
 * - a probe that is answered says that somebody is there again. So it ends a stretch of calls that reached nobody,
 *   and not one of calls that were taken and left unanswered: FEDummy is known to be well while these hang
 *   (docs/authority.md#invoicing-calls);
 * - what was seen long ago is not known now: a stretch that nobody looked at is not carried on, and nothing is said.
 */
const togetherMs = 5_000;
const knownForMs = 15 * minuteMs;
/** An answer is looked for before the last one is too old to be shown. */
const freshForMs = 5 * minuteMs;
/** Longer than the longest wait between two tries (lib/registrations/complete.ts). */
const stretchMs = 45 * minuteMs;

/** Nobody took the call. */
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

/** So long nobody asks again only to see whether it answers, in whichever process. */
const probeRestMs = minuteMs;

/** Since when the authority as a whole does not answer: the first of its services that does not. */
export function notAnsweringSince(authority: AuthorityStatus): Date | undefined {
  const since = Object.values(authority).flatMap((each) => (each.since ? [each.since.getTime()] : []));
  return since.length > 0 ? new Date(Math.min(...since)) : undefined;
}

/** Whether the authority as a whole is known to answer: each of its services does. */
export const isAnswering = (authority: AuthorityStatus): boolean =>
  Object.values(authority).every(({ status }) => status === 'answering');

/** Whether it is to be probed: the last thing that was seen is a failure, or nothing was seen for a while. */
export const isProbeDue = (seen: Seen | undefined, now: Date): boolean =>
  (!!seen?.failingSince || !isWithin(freshForMs, seen?.answeredAt, now)) &&
  !isWithin(probeRestMs, seen?.probedAt, now);

const isSecondTime = (failingSince: Date, failedAt: Date | null | undefined) =>
  !!failedAt && failedAt > failingSince;

const isWithin = (ms: number, instant: Date | null | undefined, now: Date) =>
  !!instant && isYounger(instant, ms, now);

/**
 * Asks the authority whether it answers, unless somebody did within a minute; and keeps what came of it. Who asks is
 * settled by the row: nothing is held while the authority takes its time.
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

/** To see whether somebody is there takes no patience. */
const longestProbeMs = 10_000;

/** On the way of nobody: who asks how the authority stands is told what is known. Ends when that may be more. */
export async function probeInBackground(place: Place, now: Date): Promise<void> {
  const last = begun().get(keyOf(place));
  if (last && isYounger(last, probeRestMs, now)) return;
  begun().set(keyOf(place), now);
  await probe(place, now).catch((error: unknown) =>
    log().warn({ err: error, ...place }, 'the authority could not be probed'),
  );
}
/** Of this process: who knows that it is nobody's turn does not ask the database. */
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

/** From now on what this process sees of the authority is kept for all. */
export const watchAuthority = (): void => observeAuthority((sighting) => void recordSighting(sighting));

/**
 * Keeps what a call saw. The call does not wait for this, and knows nothing of what goes wrong here. As long as a
 * service goes on as before, a process writes once in a few seconds, whatever it calls.
 */
export async function recordSighting(sighting: Sighting): Promise<void> {
  const { endpoint, at, failure } = sighting;
  for (const place of placesAt(endpoint, authorityServices)) measure(place, sighting);
  for (const place of placesAt(endpoint, probedServices)) {
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
/** What this process read last; what it has seen itself since is not hidden by it. */
const known = () => shared('authority-status.known', () => new Map<Environment, Known>());

interface Written {
  at: Date;
  failed: boolean;
}
/** What this process wrote last. */
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

/** @param onlyIf of the row that is there */
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

/** @param secondAfterMs so long after the first failure of a stretch this one is a second */
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
