import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { isWithoutEntry, laneOf, mostNudges, type Nudge } from '#lib/queue.ts';

/** Logins that were asked for, or put off, and are due since before `before`. */
export async function overdueProofs(before: Date): Promise<Nudge<'registration-prove'>[]> {
  const { id, proofRound, proofStatus, nextProofAt, updatedAt, completedAt, revokedAt } = registrations;
  const isDue = or(lt(nextProofAt, before), and(isNull(nextProofAt), lt(updatedAt, before)));
  const rows = await database()
    .select({ registrationId: id, round: proofRound, workspace: workspaces })
    .from(registrations)
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(
      and(
        inArray(proofStatus, ['running', 'retrying']),
        isNull(completedAt),
        isNull(revokedAt),
        isDue,
        isWithoutEntry('registration-prove', { registrationId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}
