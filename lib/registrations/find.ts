import { and, type Column, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { type Context, reader, type Source, workspaceOf } from '#lib/context.ts';
import { type Database, preparedOnce, type Transaction } from '#lib/database/client.ts';
import { type AppSettings, apps, workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import {
  type DelegationRow,
  delegations,
  type RegistrationRow,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { hashRef } from '#lib/silo/public-link.ts';
import { type AccountHolder, accountHolderOf } from './account-holder.ts';
import { fetchStoredPointsOfSale } from './points-of-sale.ts';
import { presentRegistration, type RegistrationParts } from './present.ts';
import type { Registration } from './registration.ts';
import { isSupplierLink, supplierLinkFirst } from './supplier-link.ts';

export type RefLookup =
  | { kind: 'found'; ctx: Context; registration: Registration }
  | { kind: 'expired'; ctx: Context; linkId: string; renewalRequested: boolean; accountHolder: AccountHolder }
  /** The link never existed or was revoked; the caller cannot tell which. */
  | { kind: 'unknown' };
export type RefLookupWithRevoked =
  | RefLookup
  | { kind: 'revoked'; ctx: Context; accountHolder: AccountHolder };

/**
 * Finds the registration of a link. Its holder acts as `registrant` in the returned context; no id sent by
 * the client is used.
 */
export async function findByRef(ref: string, now = new Date(), source?: Source): Promise<RefLookup> {
  const found = await findEvenRevoked(ref, now, source);
  return found.kind === 'revoked' ? { kind: 'unknown' } : found;
}

/** Like `findByRef`, for the account holder's page, which may state that the link was revoked. */
export async function findEvenRevoked(
  ref: string,
  now = new Date(),
  source?: Source,
): Promise<RefLookupWithRevoked> {
  const refHash = hashRef(ref);
  if (!refHash) return { kind: 'unknown' };
  const [row] = await linkByRefHash().execute({ refHash });
  if (!row) return { kind: 'unknown' };
  const { link } = row;
  const ctx: Context = {
    workspace: workspaceOf(row.workspace),
    actor: { kind: 'registrant', id: link.id },
    ...(source && { source }),
  };
  const accountHolder = accountHolderOf(ctx.workspace, row.settings);
  if (link.revokedAt || row.registration.revokedAt) return { kind: 'revoked', ctx, accountHolder };
  // The supplier's link keeps showing a completed registration; a link for now ends all the same.
  if (link.expiresAt <= now && (!row.registration.completedAt || link.purpose !== null)) {
    const renewalRequested = link.renewalRequestedAt !== null;
    return { kind: 'expired', ctx, linkId: link.id, renewalRequested, accountHolder };
  }
  return { kind: 'found', ctx, registration: await assemble(ctx, row, now) };
}

// Sealed columns are not read, since no page shows them.
const { keySealed: _, ...keyPairColumns } = getTableColumns(certificates);
const { refSealed: __, refHash: ___, ...linkColumns } = getTableColumns(registrationLinks);

const linkByRefHash = preparedOnce((db) =>
  db
    .select({
      link: linkColumns,
      registration: registrations,
      entry: { doc: entries.doc },
      workspace: workspaces,
      settings: apps.settings,
      delegation: delegations,
    })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
    .innerJoin(entries, eq(entries.id, registrations.entryId))
    .innerJoin(workspaces, eq(workspaces.id, registrations.workspaceId))
    .leftJoin(apps, isArgentinaOf(workspaces.id))
    .leftJoin(delegations, eq(delegations.entryId, registrations.entryId))
    .where(eq(registrationLinks.refHash, sql.placeholder('refHash')))
    .prepare('link_by_ref_hash'),
);

const keyPairsIn = (db: Database | Transaction) =>
  db
    .select(keyPairColumns)
    .from(certificates)
    .where(eq(certificates.registrationId, sql.placeholder('registrationId')))
    .orderBy(desc(certificates.createdAt), desc(certificates.id))
    .prepare('key_pairs_of_registration');
const keyPairs = preparedOnce(keyPairsIn);

export const isArgentinaOf = (workspaceId: Column) =>
  and(eq(apps.workspaceId, workspaceId), eq(apps.appId, 'gov-ar'));

/** Returns an entry's newest registration, with the supplier's link; undefined if there is none. */
export async function findByEntry(
  ctx: Context,
  entryId: string,
  now = new Date(),
): Promise<Registration | undefined> {
  const registration = await newestRegistration(ctx, entryId);
  if (!registration) return undefined;
  const [joined] = await reader(ctx)
    .select({
      link: linkColumns,
      entry: { doc: entries.doc },
      settings: apps.settings,
      delegation: delegations,
    })
    .from(entries)
    .innerJoin(registrationLinks, eq(registrationLinks.registrationId, registration.id))
    .leftJoin(apps, isArgentinaOf(entries.workspaceId))
    .leftJoin(delegations, eq(delegations.entryId, entries.id))
    .where(and(eq(entries.id, entryId), isSupplierLink))
    .orderBy(...supplierLinkFirst)
    .limit(1);
  return joined && assemble(ctx, { ...joined, registration }, now);
}

/**
 * Returns the newest registration of an entry. `lock: 'share'` prevents its completion or revocation until
 * the caller's transaction ends.
 */
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

/** Before completion, stored points of sale come from an earlier registration and apply only to a renewal. */
const hasPointsOfSale = ({ environment, completedAt, intent }: RegistrationRow) =>
  environment === 'live' && (completedAt !== null || intent === 'renew');

type Rows = Pick<RegistrationParts, 'entry' | 'link'> & {
  registration: RegistrationRow;
  settings: AppSettings | null;
  delegation: DelegationRow | null;
};

async function assemble(
  ctx: Context,
  { registration: row, entry, link, settings, delegation }: Rows,
  now: Date,
): Promise<Registration> {
  const query = ctx.tx ? keyPairsIn(ctx.tx) : keyPairs();
  const [all, points] = await Promise.all([
    query.execute({ registrationId: row.id }),
    hasPointsOfSale(row) ? fetchStoredPointsOfSale(ctx, row.entryId) : [],
  ]);
  // An ended or renewed registration has no usable key pair, but is shown with its former ones.
  const usable = all.filter(({ supersededAt }) => !supersededAt);
  return presentRegistration({
    accountHolder: accountHolderOf(ctx.workspace, settings),
    row,
    entry,
    link,
    keyPairs: usable.length ? usable : all,
    delegation: delegation ?? undefined,
    points,
    now,
  });
}

/**
 * Returns the entry's newest registration.
 * @throws AltaError `not-found` when the entry or its registration does not exist.
 */
export async function fetchRegistration(ctx: Context, entryId: string): Promise<Registration> {
  requirePermission(ctx, 'registrations:read');
  const entry = await fetchListedEntry(ctx, entryId);
  const registration = await findByEntry(ctx, entry.id);
  if (!registration) throw noRegistration();
  return registration;
}

export const noRegistration = () =>
  new AltaError('not-found', 'The entry has no registration.', { code: 'no-registration' });

/**
 * Returns the entry's registration while it can accept a certificate.
 * @throws AltaError `not-found` when the entry does not exist or is not waiting for a certificate.
 */
export async function fetchUnfinishedRegistration(ctx: Context, entryId: string): Promise<Registration> {
  const registration = await fetchRegistration(ctx, entryId);
  const { state } = registration;
  if (state === 'completed' || state === 'revoked') {
    throw new AltaError('not-found', 'The entry is not waiting for a certificate.', { code: state });
  }
  return registration;
}
