import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { certificates, registrations } from '#lib/database/tables/registrations.ts';
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

/** Certificates whose last notice of expiry was not mailed. */
export async function overdueExpiryMails(): Promise<Nudge<'expiry-mail'>[]> {
  const { id, expiryToldDays, expiryMailedDays, supersededAt } = certificates;
  const rows = await database()
    .select({ certificateId: id, workspace: workspaces })
    .from(certificates)
    .innerJoin(workspaces, eq(workspaces.id, certificates.workspaceId))
    .where(
      and(
        isNotNull(expiryToldDays),
        or(isNull(expiryMailedDays), ne(expiryMailedDays, expiryToldDays)),
        isNull(supersededAt),
        isWithoutEntry('expiry-mail', { certificateId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}

/** Registrations that were given up, and nobody was written to. */
export async function overdueUnprovedMails(before: Date): Promise<Nudge<'unproved-mail'>[]> {
  const { id, proofGivenUpAt, givenUpMailedAt, completedAt, revokedAt } = registrations;
  const rows = await database()
    .select({ registrationId: id, workspace: workspaces })
    .from(registrations)
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(
      and(
        lt(proofGivenUpAt, before),
        or(isNull(givenUpMailedAt), lt(givenUpMailedAt, proofGivenUpAt)),
        isNull(completedAt),
        isNull(revokedAt),
        isWithoutEntry('unproved-mail', { registrationId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}
