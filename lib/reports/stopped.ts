import { and, eq } from 'drizzle-orm';
import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { type Context, reader } from '#lib/context.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { supplierInList } from '#lib/documents/party.ts';
import { afterCursor, newestFirst, type PageQuery } from '#lib/paging.ts';
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
export interface StoppedQuery extends PageQuery {
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
export async function listStopped(
  ctx: Context,
  { stage, reason: wanted, limit, cursor }: StoppedQuery,
  now = new Date(),
): Promise<Stopped[]> {
  const since = dayAfter(-funnelDays, now).start;
  const rows = await reader(ctx)
    .select({ registration: registrations, entry: { snippet: entries.snippet } })
    .from(registrations)
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .where(
      and(
        createdSince(ctx, since),
        isUnfinished,
        stage ? stoppedAt(stage) : isTakenUp,
        wanted && eq(reason, wanted),
        afterCursor(registrations, cursor),
      ),
    )
    .orderBy(...newestFirst(registrations))
    .limit(limit + 1);
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
