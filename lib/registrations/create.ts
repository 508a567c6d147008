import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { findConnectedSettings } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import {
  activeCertificate,
  type CertificateRow,
  destroyKeys,
  makeCertificateRequest,
} from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import type { Delegate } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import {
  delegations,
  type RegistrationMode,
  type RegistrationRow,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import type { InvoicingServiceId } from '#lib/documents/invoice/document-types.ts';
import { supplierOf } from '#lib/documents/party.ts';
import type { StoredFault } from '#lib/faults.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { newestRegistration } from './find.ts';
import { extendExpiredLinks, issueLink, issueLinkIfNone } from './link.ts';
import { changeServices, lockRegistration, wayOf } from './registration.ts';
import { nextCheckAfter } from './reminder-schedule.ts';
import { supplierLink } from './supplier-link.ts';

/** Days before expiry from which a certificate can be renewed; also the first expiry notice. */
export const renewalDays = 60;
export const renewalMs = renewalDays * 86_400_000;

interface Wish {
  lifetimeDays?: number;
  mode?: RegistrationMode | undefined;
  services?: InvoicingServiceId[] | undefined;
}

export type Created =
  | { kind: 'refused'; fault: StoredFault }
  | { kind: 'registered' }
  /**
   * `store` inserts the registration, or returns `already-there` if the entry has an open one (at most one is
   * allowed).
   */
  | { kind: 'created'; store: (tx: Transaction) => Promise<'created' | 'already-there'> };

/**
 * Prepares a registration for the supplier in `entry`, with its link, first key pair and request. A renewal
 * reuses the alias of the active certificate, since authorizations are tied to it
 * (docs/authority.md#renewal). If `mode` differs from how the supplier is registered now (certificate or
 * delegation), the supplier is asked to switch. The current certificate signs until they do. A renewal is for the
 * services of the registration that it renews, since it authorizes nothing; any other is for those wished, or
 * those of the app's settings.
 */
export async function createRegistration(
  ctx: Context,
  entry: EntryRow,
  now = new Date(),
  { lifetimeDays, mode = 'certificate', ...wish }: Wish = {},
): Promise<Created> {
  const settings = await findConnectedSettings(ctx, 'gov-ar');
  if (!settings) return { kind: 'refused', fault: { code: 'app-not-connected' } };
  const supplier = supplierOf(entry);
  if (!supplier) {
    return { kind: 'refused', fault: { code: 'not-argentine', paths: ['$.tax_id.country'] } };
  }
  if (mode !== 'certificate') {
    const refusal = delegateFault(settings.delegate, entry, supplier);
    if (refusal) return { kind: 'refused', fault: refusal };
  }
  const newest = await newestRegistration(ctx, entry.id);
  const isUnfinished = newest && !newest.revokedAt && !newest.completedAt;
  const registered = newest?.completedAt && !newest.revokedAt ? newest : undefined;
  const active = registered && (await activeCertificate(ctx, entry.id));
  const isModeChange = registered && mode !== 'choice' && wayOf(registered) !== mode;
  if (registered && !isModeChange && !canRenew(active, now)) return { kind: 'registered' };
  const registrationToRenew = isModeChange ? undefined : registered;
  const services = registrationToRenew?.services ??
    wish.services ??
    registered?.services ??
    settings.services ?? ['wsfe'];
  if (isUnfinished) {
    return {
      kind: 'created',
      async store(tx) {
        const days = lifetimeDays ?? settings.linkLifetimeDays;
        const locked = await lockRegistration(tx, newest);
        requireUnchanged(newest, locked);
        if (newest.mode !== mode) {
          await tx.update(registrations).set({ mode, chosen: null }).where(eq(registrations.id, newest.id));
        }
        // Without a wish they stay, since the supplier may have said that they sell abroad.
        if (wish.services && newest.intent === 'register')
          await changeServices(tx, ctx, locked, wish.services);
        const link = { registrationId: newest.id, entryId: entry.id, lifetimeDays: days, now };
        await extendExpiredLinks(tx, ctx, link);
        await issueLinkIfNone(tx, ctx, link);
        return 'already-there';
      },
    };
  }

  const registrationId = uuidv7();
  const intent = registrationToRenew ? 'renew' : 'register';
  const request = await makeCertificateRequest(ctx, {
    registrationId,
    entryId: entry.id,
    organisation: supplier.name,
    cuit: supplier.cuit,
    alias: registrationToRenew && active && (active.certificateAlias ?? active.alias),
    aliasPrefix: settings.aliasPrefix,
  });
  return {
    kind: 'created',
    async store(tx) {
      if (registered) await lockActiveRegistration(tx, registered);
      // The request contains the CUIT, which can no longer be changed once it is stored
      // (lib/invoices/change-document.ts). If it was changed while the key pair was generated, the engine
      // retries with the current entry.
      if (supplierOf(await lockEntry(tx, ctx, entry.id))?.cuit !== supplier.cuit)
        throw new Error('The CUIT was changed while its certificate request was being made.');
      requireUnchanged(newest, await newestRegistration({ ...ctx, tx }, entry.id));
      const created = await tx
        .insert(registrations)
        .values({
          id: registrationId,
          workspaceId: ctx.workspace.id,
          entryId: entry.id,
          environment: ctx.workspace.environment,
          intent,
          mode,
          services,
          noticeEmail: registered?.noticeEmail,
          createdAt: now,
          progressedAt: now,
          // Renewals have expiry notices instead of reminders.
          nextReminderAt: registrationToRenew ? null : nextCheckAfter(now),
        })
        .onConflictDoNothing()
        .returning({ id: registrations.id });
      if (created.length === 0) return 'already-there';
      await tx.insert(certificates).values({ ...request, createdAt: now });
      const linkId = await issueLink(tx, ctx, {
        registrationId,
        entryId: entry.id,
        lifetimeDays: lifetimeDays ?? settings.linkLifetimeDays,
        now,
      });
      if (registered) await copyLinkPreferences(tx, ctx, { from: registered.id, linkId });
      await audit(
        tx,
        ctx,
        'registration.created',
        { kind: 'registration', id: registrationId },
        { entry: entry.id },
      );
      await publishEvent(tx, ctx, 'registration.created', {
        entryId: entry.id,
        data: { registration_id: registrationId, intent },
      });
      return 'created';
    },
  };
}

/** Returns a fault if the workspace has no delegate, or if the supplier is the delegate. */
function delegateFault(
  delegate: Delegate | undefined,
  entry: EntryRow,
  { cuit }: { cuit: string },
): StoredFault | undefined {
  if (!delegate) return { code: 'no-delegate' };
  return delegate.siloEntryId === entry.id || delegate.cuit === cuit ? { code: 'is-delegate' } : undefined;
}

const canRenew = (active: CertificateRow | undefined, now: Date): boolean =>
  active?.notAfter ? active.notAfter.getTime() - now.getTime() <= renewalMs : false;

/**
 * Locks the registration. Call before locking the entry.
 * @throws Error if the registration was ended meanwhile
 */
async function lockActiveRegistration(tx: Transaction, { id }: RegistrationRow): Promise<void> {
  const unended = and(eq(registrations.id, id), isNull(registrations.revokedAt));
  const [row] = await tx.select({ id: registrations.id }).from(registrations).where(unended).for('share');
  if (!row) throw new Error('The registration was ended while its renewal was being prepared.');
}

/** @throws Error if the newest registration changed since it was read; the caller retries. */
function requireUnchanged(expected: RegistrationRow | undefined, actual: RegistrationRow | undefined): void {
  const facts = (row: RegistrationRow | undefined) =>
    row && [row.id, row.mode, row.completedAt, row.revokedAt];
  if (!isDeepStrictEqual(facts(expected), facts(actual)))
    throw new Error('The registration changed while another one was being prepared.');
}

async function copyLinkPreferences(
  tx: Transaction,
  ctx: Context,
  { from, linkId }: { from: string; linkId: string },
): Promise<void> {
  const sourceLink = await supplierLink({ ...ctx, tx }, from);
  if (!sourceLink) return;
  const { voice, locale } = sourceLink;
  await tx.update(registrationLinks).set({ voice, locale }).where(eq(registrationLinks.id, linkId));
}

/** Revokes an open registration: its links stop working, and the waiting job wakes up and fails. */
export async function revokeRegistration(
  tx: Transaction,
  ctx: Context,
  id: string,
  now = new Date(),
): Promise<void> {
  const [revoked] = await tx
    .update(registrations)
    .set({ revokedAt: now })
    .where(
      and(
        eq(registrations.id, id),
        eq(registrations.workspaceId, ctx.workspace.id),
        isNull(registrations.revokedAt),
        isNull(registrations.completedAt),
      ),
    )
    .returning({ id: registrations.id, entryId: registrations.entryId, intent: registrations.intent });
  if (!revoked) return;
  await closeLinks(tx, id, now);
  await enqueue(tx, laneOf(ctx.workspace), 'job-wake', { ref: id });
  await announceRevoked(tx, ctx, revoked);
}

/**
 * Ends all registrations of the entry, including completed ones, revokes their links and destroys their keys.
 * Returns the number of registrations and keys.
 */
export async function endRegistrations(
  tx: Transaction,
  ctx: Context,
  entryId: string,
  now: Date,
): Promise<{ registrations: number; keys: number }> {
  // Opening a renewal locks the registration that it renews. This waits for that lock, so that the update
  // below also finds the new renewal.
  await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(eq(registrations.entryId, entryId), isNull(registrations.revokedAt)))
    .orderBy(asc(registrations.id))
    .for('update');
  const ended = await tx
    .update(registrations)
    .set({ revokedAt: now, nextProofAt: null, nextPointsOfSaleAt: null })
    .where(
      and(
        eq(registrations.entryId, entryId),
        eq(registrations.workspaceId, ctx.workspace.id),
        isNull(registrations.revokedAt),
      ),
    )
    .returning({ id: registrations.id, entryId: registrations.entryId, intent: registrations.intent });
  for (const registration of ended) {
    await closeLinks(tx, registration.id, now);
    await announceRevoked(tx, ctx, registration);
  }
  const keys = await destroyKeys(tx, ctx, entryId, now);
  // The grant remains at the authority, where only the supplier can revoke it, but is no longer used.
  await tx.delete(delegations).where(eq(delegations.entryId, entryId));
  return { registrations: ended.length, keys };
}

async function closeLinks(tx: Transaction, registrationId: string, now: Date): Promise<void> {
  await tx
    .update(registrationLinks)
    .set({ revokedAt: now })
    .where(and(eq(registrationLinks.registrationId, registrationId), isNull(registrationLinks.revokedAt)));
}

async function announceRevoked(
  tx: Transaction,
  ctx: Context,
  { id, entryId, intent }: Pick<RegistrationRow, 'id' | 'entryId' | 'intent'>,
): Promise<void> {
  await audit(tx, ctx, 'registration.revoked', { kind: 'registration', id });
  await publishEvent(tx, ctx, 'registration.revoked', {
    entryId,
    data: { registration_id: id, intent },
  });
}
