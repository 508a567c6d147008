import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { factOf, type OpenStage, type Stage, stages } from '#lib/registrations/state.ts';

/** The funnel counts the registrations created since the start of the day this many days ago. */
export const funnelDays = 30;

const reached = (stage: Stage): SQL => isNotNull(registrations[factOf[stage]]);

/** A first registration. Renewals, which the engine creates, are not counted in stages. */
export const isFirst = eq(registrations.intent, 'register');

/** A first registration, or a renewal that the supplier has started. */
export const isTakenUp = or(
  isFirst,
  reached('started'),
  reached('certificate-received'),
  isNotNull(registrations.lastRejection),
);

export const isUnfinished = and(isNull(registrations.completedAt), isNull(registrations.revokedAt));

/** The certificate came through the API, accepted or rejected, without the earlier steps of the wizard. */
const isThroughApi = and(
  isNull(registrations.startedAt),
  or(reached('certificate-received'), and(isUnfinished, isNotNull(registrations.lastRejection))),
);
const isByLink = sql`not (${isThroughApi})`;

/** Condition for an unfinished registration at this stage; must match `stageOf`. */
export function isAtStage(stage: OpenStage): SQL | undefined {
  const beyond = stages.slice(stages.indexOf(stage) + 1);
  const isFurthest = and(reached(stage), ...beyond.map((each) => isNull(registrations[factOf[each]])));
  const isUploaded = or(reached('certificate-received'), isByLink);
  const isRefused = and(isThroughApi, isNull(registrations.certificateReceivedAt));
  return and(
    isUnfinished,
    stage === 'request-downloaded' ? or(isFurthest, isRefused) : and(isFurthest, isUploaded),
  );
}

/** Condition for the first registrations that the funnel counts at a stage (finished or not), or through the API. */
export const inFunnel = (counted: Stage | 'api', since: Date): SQL | undefined =>
  and(
    isFirst,
    gte(registrations.createdAt, since),
    counted === 'api' ? isThroughApi : and(reached(counted), isByLink),
  );

/** The stages that a first registration has reached, in order, as an SQL array of text. */
export const reachedStages = sql`case when ${isFirst} then array_remove(array[${sql.join(
  stages.map((stage) => sql`case when ${reached(stage)} then ${sql.raw(`'${stage}'`)} end`),
  sql`, `,
)}], null) else '{}'::text[] end`;

/**
 * Returns the furthest stage of a registration. If its certificate came through the API and was rejected,
 * that is `request-downloaded`, since the supplier must have the request.
 */
export function stageOf(row: RegistrationRow): Stage {
  const furthest = stages.findLast((stage) => row[factOf[stage]] !== null) ?? 'created';
  const isRejected = row.lastRejection !== null && row.startedAt === null;
  const isUploaded = row.certificateReceivedAt !== null || row.completedAt !== null;
  return isRejected && !isUploaded ? 'request-downloaded' : furthest;
}

/** Returns the time at which the registration reached a stage. */
export const reachedAt = (row: RegistrationRow, stage: Stage): Date =>
  row[factOf[stage]] ??
  (stage === 'request-downloaded' && row.lastRejection ? new Date(row.lastRejection.at) : row.createdAt);

export const reason = sql<RejectionReason>`${registrations.lastRejection} ->> 'reason'`;
