import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';

/** How far a registration can get, in order. */
export const stages = ['sent', 'opened', 'details', 'request', 'certificate', 'completed'] as const;
export type Stage = (typeof stages)[number];

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
const isFirst = eq(registrations.intent, 'register');

/** A first registration, or a renewal that somebody does something with. */
export const isTakenUp = or(isFirst, reached('opened'), reached('certificate'));

/** A certificate that came through the API does without the link: its registration did not stop at that. */
const isNotUploaded = isNull(registrations.lastRejection);

/** A first registration that got this far, no further, and was not ended. */
export function stoppedAt(stage: Stage): SQL | undefined {
  const beyond = stages.slice(stages.indexOf(stage) + 1);
  return and(
    isFirst,
    isUnfinished,
    reached(stage),
    stage === 'sent' ? isNotUploaded : undefined,
    ...beyond.map((each) => isNull(registrations[facts[each]])),
  );
}

/** The furthest that a registration got. */
export const stageOf = (row: RegistrationRow): Stage =>
  stages.findLast((stage) => row[facts[stage]] !== null) ?? 'sent';

export const isUnfinished = and(isNull(registrations.completedAt), isNull(registrations.revokedAt));

export const reason = sql<RejectionReason>`${registrations.lastRejection} ->> 'reason'`;
