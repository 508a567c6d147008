import { and, eq, type SQL } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type Context, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { afterCursor, inOrder, inSpan, mostCounted, type TimedPageQuery } from '#lib/paging.ts';
import { dayAfter } from './days.ts';
import {
  createdSince,
  funnelDays,
  isTakenUp,
  isUnfinished,
  reason,
  type Stage,
  stageOf,
  stoppedAt,
} from './stages.ts';

/** Behind the numbers of the overview: which registrations stand at a stage, or were rejected for a reason. */
export interface StoppedQuery extends Omit<TimedPageQuery, 'from'> {
  stage?: Exclude<Stage, 'completed'> | undefined;
  reason?: RejectionReason | undefined;
}

export interface Stopped {
  /** Of the registration. */
  id: string;
  createdAt: Date;
  entryId: string;
  supplier?: { name: string; cuit: string };
  stage: Stage;
  reason?: RejectionReason;
}

/** The newest first: rows for one page, and one more when there is a next page. */
export async function listStopped(ctx: Context, query: StoppedQuery, now = new Date()): Promise<Stopped[]> {
  const rows = await reader(ctx)
    .select({ registration: registrations, entry: { snippet: entries.snippet } })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .where(and(matches(ctx, query, now), afterCursor(registrations, query.cursor, query)))
    .orderBy(...inOrder(registrations, query))
    .limit(query.limit + 1);
  return rows.map(({ registration, entry }) => {
    const supplier = supplierInList(entry);
    return {
      id: registration.id,
      createdAt: registration.createdAt,
      entryId: registration.entryId,
      ...(supplier ? { supplier } : {}),
      stage: stageOf(registration),
      ...(registration.lastRejection ? { reason: registration.lastRejection.reason } : {}),
    };
  });
}

/** How many match, up to `mostCounted` and one. */
export function countStopped(
  ctx: Context,
  query: Omit<StoppedQuery, 'limit'>,
  now = new Date(),
): Promise<number> {
  const counted = reader(ctx)
    .select({ id: registrations.id })
    .from(registrations)
    .where(matches(ctx, query, now))
    .limit(mostCounted + 1);
  return reader(ctx).$count(counted.as('counted'));
}

function matches(ctx: Context, query: Omit<StoppedQuery, 'limit'>, now: Date): SQL | undefined {
  const { stage, reason: wanted } = query;
  return and(
    createdSince(ctx, dayAfter(-funnelDays, now).start),
    isUnfinished,
    stage ? stoppedAt(stage) : isTakenUp,
    wanted && eq(reason, wanted),
    inSpan(registrations, query),
  );
}
