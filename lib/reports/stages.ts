import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';
import { factOf, type OpenStage, type Stage, stages } from '#lib/registrations/state.ts';

/** The funnel counts the registrations created in this many days, with all of the first day. */
export const funnelDays = 30;

const reached = (stage: Stage): SQL => isNotNull(registrations[factOf[stage]]);

/** A first registration. A renewal is created by the engine and not counted in stages. */
export const isFirst = eq(registrations.intent, 'register');

/** A first registration, or a renewal that the supplier works on. */
export const isTakenUp = or(
  isFirst,
  reached('started'),
  reached('certificate-received'),
  isNotNull(registrations.lastRejection),
);

export const isUnfinished = and(isNull(registrations.completedAt), isNull(registrations.revokedAt));

/** The certificate came through the API, accepted or rejected: the steps before it were not done in the wizard. */
const isThroughApi = and(
  isNull(registrations.startedAt),
  or(reached('certificate-received'), and(isUnfinished, isNotNull(registrations.lastRejection))),
);
const isByLink = sql`not (${isThroughApi})`;

/** An unfinished registration at this stage: the same as `stageOf` of its row. */
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

/** The first registrations that the funnel counts at a stage, whatever became of them since; or those through the API. */
export const inFunnel = (counted: Stage | 'api', since: Date): SQL | undefined =>
  and(
    isFirst,
    gte(registrations.createdAt, since),
    counted === 'api' ? isThroughApi : and(reached(counted), isByLink),
  );

/** The stages that a first registration reached, in order, as an array of texts. */
export const reachedStages = sql`case when ${isFirst} then array_remove(array[${sql.join(
  stages.map((stage) => sql`case when ${reached(stage)} then ${sql.raw(`'${stage}'`)} end`),
  sql`, `,
)}], null) else '{}'::text[] end`;

/**
 * The furthest stage of a registration. One whose certificate came through the API and was rejected counts as
 * `request-downloaded`: the supplier has the request, from wherever.
 */
export function stageOf(row: RegistrationRow): Stage {
  const furthest = stages.findLast((stage) => row[factOf[stage]] !== null) ?? 'created';
  const isRejected = row.lastRejection !== null && row.startedAt === null;
  const isUploaded = row.certificateReceivedAt !== null || row.completedAt !== null;
  return isRejected && !isUploaded ? 'request-downloaded' : furthest;
}

/** When the registration reached a stage. */
export const reachedAt = (row: RegistrationRow, stage: Stage): Date =>
  row[factOf[stage]] ??
  (stage === 'request-downloaded' && row.lastRejection ? new Date(row.lastRejection.at) : row.createdAt);

export const reason = sql<RejectionReason>`${registrations.lastRejection} ->> 'reason'`;
