import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { workspaceOf } from '#lib/accounts/workspaces.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { preparedOnce } from '#lib/database/client.ts';
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
  const rows = await linkWithAll().execute({ refHash });
  const [row] = rows;
  if (!row || row.link.revokedAt || row.registration.revokedAt) return { kind: 'unknown' };
  const { link } = row;
  const ctx: Context = { workspace: workspaceOf(row.workspace), actor: { kind: 'registrant', id: link.id } };
  if (link.expiresAt <= now && !row.registration.completedAt) {
    return { kind: 'expired', ctx, linkId: link.id, renewalRequested: link.renewalRequestedAt !== null };
  }
  const keyPairs = rows.flatMap(({ keyPair }) => keyPair ?? []);
  return {
    kind: 'found',
    ctx,
    registration: await assemble(ctx, row.registration, row.entry, keyPairs, link.expiresAt, now),
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
  if (!joined) return undefined;
  const keyPairs = await reader(ctx)
    .select()
    .from(certificates)
    // One that was ended has no usable key any more, but is shown with what it had.
    .where(row.revokedAt ? eq(certificates.registrationId, row.id) : usableKeyPairsOf(row.id))
    .orderBy(...newestKeyPairFirst);
  return assemble(ctx, row, joined.entry, keyPairs, joined.link.expiresAt, now);
}

/** `lock: 'share'` keeps others from completing or revoking it until the caller's transaction ends. */
export async function newestRegistration(
  ctx: Context,
  entryId: string,
  { lock }: { lock?: 'share' } = {},
): Promise<RegistrationRow | undefined> {
  const query = reader(ctx)
    .select()
    .from(registrations)
    .where(and(eq(registrations.entryId, entryId), eq(registrations.workspaceId, ctx.workspace.id)))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(1);
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

const usableKeyPairsOf = (registration: string | typeof registrations.id) =>
  and(eq(certificates.registrationId, registration), isNull(certificates.supersededAt));
const newestKeyPairFirst = [desc(certificates.createdAt), desc(certificates.id)];

/** All that a page of the wizard shows, in one query: a row for each key pair. */
const linkWithAll = preparedOnce((db) =>
  db
    .select({
      link: registrationLinks,
      registration: registrations,
      entry: entries,
      workspace: workspaces,
      keyPair: certificates,
    })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .leftJoin(certificates, usableKeyPairsOf(registrations.id))
    .where(eq(registrationLinks.refHash, sql.placeholder('refHash')))
    .orderBy(...newestKeyPairFirst)
    .prepare('registration_by_ref'),
);

async function assemble(
  ctx: Context,
  row: RegistrationRow,
  entry: typeof entries.$inferSelect,
  keyPairs: CertificateRow[],
  expiresAt: Date,
  now: Date,
): Promise<Registration> {
  const readsPointsOfSale = row.environment === 'live' && (row.completedAt || row.intent === 'renew');
  const points = readsPointsOfSale
    ? await reader(ctx)
        .select()
        .from(pointsOfSale)
        .where(eq(pointsOfSale.entryId, row.entryId))
        .orderBy(asc(pointsOfSale.number))
    : [];
  return presentRegistration({ workspace: ctx.workspace, row, entry, expiresAt, keyPairs, points, now });
}
