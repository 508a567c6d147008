import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';

/** How far a registration can get, in order. */
export const stages = ['sent', 'opened', 'details', 'request', 'certificate', 'completed'] as const;
export type Stage = (typeof stages)[number];
/** Where one that is not completed can stand. */
export const openStages = ['sent', 'opened', 'details', 'request', 'certificate'] as const satisfies Stage[];
export type OpenStage = (typeof openStages)[number];

/** The registrations that are looked at: those created in the last so many days, and all of the first one. */
export const funnelDays = 30;

/** The fact that says that a stage was reached. */
const facts = {
  sent: 'createdAt',
  opened: 'begunAt',
  details: 'detailsConfirmedAt',
  request: 'requestDownloadedAt',
  certificate: 'certificateReceivedAt',
  completed: 'completedAt',
} as const satisfies Record<Stage, keyof RegistrationRow>;

const reached = (stage: Stage): SQL => isNotNull(registrations[facts[stage]]);

/** The stages are of a first registration: a renewal has others, and is opened by the engine, for nobody who asked. */
export const isFirst = eq(registrations.intent, 'register');

/** A first registration, or a renewal that somebody does something with. */
export const isTakenUp = or(
  isFirst,
  reached('opened'),
  reached('certificate'),
  isNotNull(registrations.lastRejection),
);

export const isUnfinished = and(isNull(registrations.completedAt), isNull(registrations.revokedAt));

/** Whose certificate, one that was refused as well, came through the API: they do none of the steps before it. */
const isThroughApi = and(
  isNull(registrations[facts.opened]),
  or(reached('certificate'), and(isUnfinished, isNotNull(registrations.lastRejection))),
);
const isByLink = sql`not (${isThroughApi})`;

/** An open registration that stands at this stage: `stageOf` its row. */
export function standsAt(stage: OpenStage): SQL | undefined {
  const beyond = stages.slice(stages.indexOf(stage) + 1);
  const isFurthest = and(reached(stage), ...beyond.map((each) => isNull(registrations[facts[each]])));
  const isUploaded = or(reached('certificate'), isByLink);
  const isRefused = and(isThroughApi, isNull(registrations[facts.certificate]));
  return and(isUnfinished, stage === 'request' ? or(isFurthest, isRefused) : and(isFurthest, isUploaded));
}

/** The first registrations that the funnel counts at a stage, wherever they stand now; or those through the API. */
export const inFunnel = (counted: Stage | 'api', since: Date): SQL | undefined =>
  and(
    isFirst,
    gte(registrations.createdAt, since),
    counted === 'api' ? isThroughApi : and(reached(counted), isByLink),
  );

/** The names of those that a first registration reached, in order: an array of texts. */
export const reachedStages = sql`case when ${isFirst} then array_remove(array[${sql.join(
  stages.map((stage) => sql`case when ${reached(stage)} then ${sql.raw(`'${stage}'`)} end`),
  sql`, `,
)}], null) else '{}'::text[] end`;

/**
 * The furthest that a registration got. Whose certificate came through the API and was refused has taken the request,
 * wherever from.
 */
export function stageOf(row: RegistrationRow): Stage {
  const furthest = stages.findLast((stage) => row[facts[stage]] !== null) ?? 'sent';
  const isRefused = row.lastRejection !== null && row[facts.opened] === null;
  return isRefused && furthest !== 'certificate' && furthest !== 'completed' ? 'request' : furthest;
}

/** Since when it stands there. */
export const reachedAt = (row: RegistrationRow, stage: Stage): Date =>
  row[facts[stage]] ??
  (stage === 'request' && row.lastRejection ? new Date(row.lastRejection.at) : row.createdAt);

export const reason = sql<RejectionReason>`${registrations.lastRejection} ->> 'reason'`;
