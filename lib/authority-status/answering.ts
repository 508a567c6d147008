import { isYounger } from '#lib/age.ts';
import type { AuthorityService } from '#lib/arca/sighting.ts';
import type { authorityStatus } from '#lib/database/tables/authority-status.ts';

export type Seen = typeof authorityStatus.$inferSelect;

export const answeringStates = ['answering', 'not-answering', 'unknown'] as const;

export interface ServiceStatus {
  status: (typeof answeringStates)[number];
  /** Of one that does not answer: since when no answer was seen. */
  since?: Date;
  lastAnsweredAt?: Date;
}

export type AuthorityStatus = Record<AuthorityService, ServiceStatus>;

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
export const togetherMs = 5_000;
const minuteMs = 60_000;
export const knownForMs = 15 * minuteMs;
/** An answer is looked for before the last one is too old to be shown. */
const freshForMs = 5 * minuteMs;
/** Longer than the longest wait between two tries (lib/registrations/proof-schedule.ts). */
export const stretchMs = 45 * minuteMs;

/** Nobody took the call. */
export const unreached = ['refused', 'dns', 'tls', 'reset', 'http', 'not-soap'];

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
export const probeRestMs = minuteMs;

/** Since when the authority as a whole does not answer: the first of its services that does not. */
export function notAnsweringSince({ wsaa, wsfe }: AuthorityStatus): Date | undefined {
  const since = [wsaa, wsfe].flatMap((each) => (each.since ? [each.since.getTime()] : []));
  return since.length > 0 ? new Date(Math.min(...since)) : undefined;
}

/** Whether the authority as a whole is known to answer: each of its services does. */
export const isAnswering = ({ wsaa, wsfe }: AuthorityStatus): boolean =>
  wsaa.status === 'answering' && wsfe.status === 'answering';

/** Whether it is to be probed: the last thing that was seen is a failure, or nothing was seen for a while. */
export const isProbeDue = (seen: Seen | undefined, now: Date): boolean =>
  (!!seen?.failingSince || !isWithin(freshForMs, seen?.answeredAt, now)) &&
  !isWithin(probeRestMs, seen?.probedAt, now);

const isSecondTime = (failingSince: Date, failedAt: Date | null | undefined) =>
  !!failedAt && failedAt > failingSince;

const isWithin = (ms: number, instant: Date | null | undefined, now: Date) =>
  !!instant && isYounger(instant, ms, now);
