import { and, eq, lt } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { delegations } from '#lib/database/tables/delegations.ts';
import { isWithoutEntry, laneOf, mostNudges, type Nudge } from '#lib/queue.ts';

/** Checks of delegations that are due since before `before`. */
export async function overdueDelegations(before: Date): Promise<Nudge<'delegation-check'>[]> {
  const { entryId, checks, nextCheckAt } = delegations;
  const rows = await database()
    .select({ entryId, checks, workspace: workspaces })
    .from(delegations)
    .innerJoin(workspaces, eq(workspaces.id, delegations.workspaceId))
    .where(and(lt(nextCheckAt, before), isWithoutEntry('delegation-check', { entryId })))
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}
