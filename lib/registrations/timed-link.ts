import { and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { activeCertificate } from '#lib/certificates/store.ts';
import { type Context, inTransaction, lockPermission } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import {
  type LinkPurpose,
  type RegistrationRow,
  registrationLinks,
} from '#lib/database/tables/registrations.ts';
import { AltaError } from '#lib/errors.ts';
import { linkLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { fetchListedEntry } from '#lib/silo/entries.ts';
import { dayMs, minuteMs } from '#lib/time.ts';
import { renewalDays } from './create.ts';
import { openRenewal } from './expiry.ts';
import { newestRegistration } from './find.ts';
import { type EntryLink, fetchNewestRegistration, presentLink, storeLink } from './link.ts';
import { lockRegistration } from './registration.ts';
import { supplierLink } from './supplier-link.ts';

const defaultMinutes = 60;

interface TimedLink {
  expiresInMinutes?: number | undefined;
  /** Default: what the supplier has to do next. */
  intent?: LinkPurpose | undefined;
}

/**
 * Issues a link for now: beside the supplier's link, with an end of its own that nothing extends, and opening the
 * wizard at its task. It may be used any number of times until then. `renew` opens the renewal if the certificate is
 * in its last 60 days, as the step `gov-ar.register` does.
 * @throws AltaError `not-found` `no-registration`; `conflict` `revoked` or `intent-mismatch`
 */
export async function issueTimedLink(
  ctx: Context,
  entryId: string,
  { expiresInMinutes = defaultMinutes, intent }: TimedLink,
  now = new Date(),
): Promise<EntryLink> {
  requirePermission(ctx, 'registrations:write');
  return inTransaction(ctx, async (tx) => {
    await lockPermission(tx, ctx, 'registrations:write');
    if (intent === 'renew') {
      // A second request at the same time waits here, and then finds the renewal that the first has opened.
      await lockRegistration(tx, await fetchNewestRegistration(tx, ctx, entryId));
      await openRenewalIfDue({ ...ctx, tx }, entryId, now);
    }
    const row = await lockRegistration(tx, await fetchNewestRegistration(tx, ctx, entryId));
    const purpose = purposeFor(row, intent);
    await makeRoom(tx, row, now);
    const ofSupplier = await supplierLink({ ...ctx, tx }, row.id);
    const link = await storeLink(tx, ctx, {
      registrationId: row.id,
      scope: 'full',
      purpose,
      voice: ofSupplier?.voice ?? null,
      locale: ofSupplier?.locale ?? null,
      expiresAt: new Date(now.getTime() + expiresInMinutes * minuteMs),
      createdAt: now,
    });
    const detail = { intent: purpose, until: link.expiresAt.toISOString() };
    await audit(tx, ctx, 'link.issued', { kind: 'link', id: link.id }, detail);
    return presentLink(ctx, link, purpose);
  });
}

async function openRenewalIfDue(ctx: Context, entryId: string, now: Date): Promise<void> {
  await fetchListedEntry(ctx, entryId);
  const newest = await newestRegistration(ctx, entryId);
  const active = newest?.completedAt ? await activeCertificate(ctx, entryId) : undefined;
  if (active?.notAfter) await openRenewal(ctx, { entryId, notAfter: active.notAfter }, now);
}

/** @throws AltaError `conflict` if the registration has no such task */
function purposeFor(row: RegistrationRow, intent: LinkPurpose | undefined): LinkPurpose {
  if (row.revokedAt) {
    const message = 'The registration was ended: run the workflow again to start a new one.';
    throw new AltaError('conflict', message, { code: 'revoked' });
  }
  const possible = row.completedAt ? (lacksPoint(row) ? 'point-of-sale' : undefined) : row.intent;
  if (possible && (intent ?? possible) === possible) return possible;
  throw new AltaError('conflict', reasonFor(row, intent, possible), { code: 'intent-mismatch' });
}

const lacksPoint = ({ lacksPointOfSale, environment, intent }: RegistrationRow): boolean =>
  lacksPointOfSale && environment === 'live' && intent === 'register';

function reasonFor(
  row: RegistrationRow,
  intent: LinkPurpose | undefined,
  possible: LinkPurpose | undefined,
): string {
  const instead = possible ? ` Use the intent \`${possible}\`.` : '';
  switch (intent) {
    case 'renew':
      return row.completedAt
        ? `No renewal is open: one can be opened in the last ${renewalDays} days of the certificate.${instead}`
        : `The supplier is not registered yet.${instead}`;
    case 'point-of-sale':
      if (!row.completedAt) return `The registration is not complete yet.${instead}`;
      return 'No point of sale is missing: invoices can be issued.';
    default:
      return `The registration is complete.${instead}`;
  }
}

/**
 * Revokes the oldest links for now beyond the limit, and deletes those that ended unused, because a platform may issue
 * one for each page view. A used one stays: the audit log names it as the actor.
 */
async function makeRoom(tx: Transaction, { id }: RegistrationRow, now: Date): Promise<void> {
  const { registrationId, purpose, revokedAt, expiresAt, openedAt, createdAt } = registrationLinks;
  const ofRegistration = and(eq(registrationId, id), isNotNull(purpose));
  const open = await tx
    .select({ id: registrationLinks.id })
    .from(registrationLinks)
    .where(and(ofRegistration, isNull(revokedAt), gt(expiresAt, now)))
    .orderBy(asc(createdAt), asc(registrationLinks.id));
  const excess = open.slice(0, Math.max(0, open.length - linkLimits.concurrentTimedLinks + 1));
  for (const link of excess) {
    await tx.update(registrationLinks).set({ revokedAt: now }).where(eq(registrationLinks.id, link.id));
  }
  const isOver = or(isNotNull(revokedAt), lte(expiresAt, new Date(now.getTime() - dayMs)));
  await tx.delete(registrationLinks).where(and(ofRegistration, isNull(openedAt), isOver));
}
