import { and, eq, exists, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { linkMails } from '#lib/database/tables/links.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { isWithoutEntry, laneOf, mostNudges, type Nudge } from '#lib/queue.ts';
import { completedMailWaitMs } from './points-of-sale/schedule.ts';

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
        sql`${expiryMailedDays} is distinct from ${expiryToldDays}`,
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

/** What was completed before is no news to anybody: nor is all that earlier versions completed. */
const newsDays = 3;

/** Suppliers who are done, or have a point of sale at last, and nobody was written to. */
export async function overdueCompletedMails(before: Date): Promise<Nudge<'completed-mail'>[]> {
  const { id, entryId, environment, completedAt, completedMailedAt, readyMailedAt, revokedAt } =
    registrations;
  const oldest = new Date(before.getTime() - newsDays * 86_400_000);
  const newest = new Date(before.getTime() - completedMailWaitMs);
  const usable = database()
    .select({ number: pointsOfSale.number })
    .from(pointsOfSale)
    .where(and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)));
  const rows = await database()
    .select({ registrationId: id, workspace: workspaces })
    .from(registrations)
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(
      and(
        or(
          and(isNull(completedMailedAt), gt(completedAt, oldest), lt(completedAt, newest)),
          and(isNotNull(completedMailedAt), isNull(readyMailedAt), eq(environment, 'live'), exists(usable)),
        ),
        isNull(revokedAt),
        isWithoutEntry('completed-mail', { registrationId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}

/** Links that somebody asked to be mailed, and that neither were sent nor refused. */
export async function overdueLinkMails(before: Date): Promise<Nudge<'link-mail'>[]> {
  const { id, sentAt, bouncedAt, createdAt } = linkMails;
  const rows = await database()
    .select({ linkMailId: id, workspace: workspaces })
    .from(linkMails)
    .innerJoin(workspaces, eq(workspaces.id, linkMails.workspaceId))
    .where(
      and(
        isNull(sentAt),
        isNull(bouncedAt),
        lt(createdAt, before),
        isWithoutEntry('link-mail', { linkMailId: id }),
      ),
    )
    .limit(mostNudges);
  return rows.map(({ workspace, ...payload }) => ({ lane: laneOf(workspace), payload }));
}
