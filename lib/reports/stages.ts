import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import type { Context } from '#lib/context.ts';
import { type RegistrationRow, registrations } from '#lib/database/tables/registrations.ts';

/** How far a registration can get, in order. */
export const stages = ['sent', 'opened', 'details', 'request', 'certificate', 'completed'] as const;
export type Stage = (typeof stages)[number];

/** The registrations that are looked at: those opened in the last so many days. */
export const funnelDays = 30;

/** The fact that says that a stage was reached. */
const facts = {
  sent: 'createdAt',
  opened: 'openedAt',
  details: 'detailsConfirmedAt',
  request: 'requestDownloadedAt',
  certificate: 'certificateReceivedAt',
  completed: 'completedAt',
} as const satisfies Record<Stage, keyof RegistrationRow>;

/** This far or further: who registers through the API opens no page. */
export const reached = (stage: Stage): SQL | undefined =>
  or(...stages.slice(stages.indexOf(stage)).map((each) => isNotNull(registrations[facts[each]])));

/** This far, no further, and not ended. */
export function stoppedAt(stage: Stage): SQL | undefined {
  const next = stages[stages.indexOf(stage) + 1];
  const beyond = next && reached(next);
  return and(isOpen, reached(stage), beyond && sql`not (${beyond})`);
}

/** The furthest that a registration got. */
export const stageOf = (row: RegistrationRow): Stage =>
  stages.findLast((stage) => row[facts[stage]] !== null) ?? 'sent';

export const isOpen = and(isNull(registrations.completedAt), isNull(registrations.revokedAt));

export const reason = sql<RejectionReason>`${registrations.lastRejection} ->> 'reason'`;

export const openedSince = (ctx: Context, since: Date): SQL | undefined =>
  and(eq(registrations.workspaceId, ctx.workspace.id), gte(registrations.createdAt, since));
