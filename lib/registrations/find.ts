import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { workspaceOf } from '#lib/accounts/workspaces.ts';
import { type Context, reader } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import {
  certificates,
  pointsOfSale,
  type RegistrationRow,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { presentRegistration } from './present.ts';
import type { Registration } from './registration.ts';

export type FoundByRef =
  | { kind: 'found'; ctx: Context; registration: Registration }
  | { kind: 'expired'; ctx: Context; linkId: string; renewalRequested: boolean }
  /** Never was, was revoked, or is nobody's business: all look the same. */
  | { kind: 'unknown' };

/** The registration behind a link. The holder acts as `registrant` with what this returns, and by no id of theirs. */
export async function findByRef(ref: string, now = new Date()): Promise<FoundByRef> {
  const refHash = hashRef(ref);
  if (!refHash) return { kind: 'unknown' };
  const [row] = await database()
    .select({ link: registrationLinks, registration: registrations, entry: entries, workspace: workspaces })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .where(eq(registrationLinks.refHash, refHash));
  if (!row || row.link.revokedAt || row.registration.revokedAt) return { kind: 'unknown' };
  const { link } = row;
  const ctx: Context = { workspace: workspaceOf(row.workspace), actor: { kind: 'registrant', id: link.id } };
  if (link.expiresAt <= now && !row.registration.completedAt) {
    return { kind: 'expired', ctx, linkId: link.id, renewalRequested: link.renewalRequestedAt !== null };
  }
  return {
    kind: 'found',
    ctx,
    registration: await assemble(ctx, row.registration, row.entry, link.expiresAt, now),
  };
}

/** The newest registration of an entry, whole; undefined when none was opened yet. */
export async function findByEntry(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<Registration | undefined> {
  const row = await newestRegistration(ctx, entryId);
  if (!row) return undefined;
  const [joined] = await reader(ctx)
    .select({ entry: entries, link: registrationLinks })
    .from(entries)
    .innerJoin(registrationLinks, eq(registrationLinks.registrationId, row.id))
    .where(eq(entries.id, entryId))
    .orderBy(desc(registrationLinks.createdAt))
    .limit(1);
  return joined && assemble(ctx, row, joined.entry, joined.link.expiresAt, now);
}

export async function newestRegistration(
  ctx: Context,
  entryId: string,
): Promise<RegistrationRow | undefined> {
  const [row] = await reader(ctx)
    .select()
    .from(registrations)
    .where(and(eq(registrations.entryId, entryId), eq(registrations.workspaceId, ctx.workspace.id)))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(1);
  return row;
}

async function assemble(
  ctx: Context,
  row: RegistrationRow,
  entry: typeof entries.$inferSelect,
  expiresAt: Date,
  now: Date,
): Promise<Registration> {
  const keyPairs = await reader(ctx)
    .select()
    .from(certificates)
    .where(and(eq(certificates.registrationId, row.id), isNull(certificates.supersededAt)))
    .orderBy(desc(certificates.createdAt), desc(certificates.id));
  const readsPointsOfSale = row.environment === 'live' && row.completedAt;
  const points = readsPointsOfSale
    ? await reader(ctx)
        .select()
        .from(pointsOfSale)
        .where(eq(pointsOfSale.entryId, row.entryId))
        .orderBy(asc(pointsOfSale.number))
    : [];
  return presentRegistration({ workspace: ctx.workspace, row, entry, expiresAt, keyPairs, points, now });
}
