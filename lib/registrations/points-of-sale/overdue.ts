import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { isWithoutEntry, laneOf, mostNudges, type Nudge } from '#lib/queue.ts';

/** Readings of points of sale that are due since before `before`. */
export async function overduePointsOfSale(before: Date): Promise<Nudge<'points-of-sale-read'>[]> {
  const { id, nextPointsOfSaleAt, pointsOfSaleAttempts, completedAt, revokedAt } = registrations;
  const rows = await database()
    .select({ registrationId: id, attempts: pointsOfSaleAttempts, workspace: workspaces })
    .from(registrations)
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(
      and(
        lt(nextPointsOfSaleAt, before),
        isNotNull(completedAt),
        isNull(revokedAt),
        isWithoutEntry('points-of-sale-read', { registrationId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}
