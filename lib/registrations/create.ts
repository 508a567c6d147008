import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { connectedApp } from '#lib/accounts/apps.ts';
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
import { supplierOf } from '#lib/documents/party.ts';
import type { StoredFault } from '#lib/faults.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { newestRegistration } from './find.ts';
import { extendExpiredLinks, issueLink, issueLinkIfNone } from './link.ts';
import { lockRegistration, wayOf } from './registration.ts';
import { lookAfter } from './reminder-schedule.ts';
import { supplierLink } from './supplier-link.ts';

/** So long before its end a certificate can be renewed: its owner is told then, with a link to the renewal. */
export const renewalDays = 60;
const renewalMs = renewalDays * 86_400_000;

export type Created =
  | { kind: 'refused'; fault: StoredFault }
  | { kind: 'registered' }
  /** `store` writes it all, or finds that it is there: one open registration for each entry. */
  | { kind: 'created'; store: (tx: Transaction) => Promise<'created' | 'already-there'> };

/**
 * Opens a registration for the supplier in `entry`: its link, its first key pair and request. A renewal's has the alias
 * of the certificate that signs: what was authorized hangs on that (docs/authority.md#renewal). Who is registered one way
 * is asked for the other when `mode` names that: what signs today signs until then.
 */
export async function createRegistration(
  ctx: Context,
  entry: EntryRow,
  now = new Date(),
  { lifetimeDays, mode = 'certificate' }: { lifetimeDays?: number; mode?: RegistrationMode | undefined } = {},
): Promise<Created> {
  const settings = await connectedApp(ctx, 'gov-ar');
  if (!settings) return { kind: 'refused', fault: { code: 'app-not-connected' } };
  const supplier = supplierOf(entry);
  if (!supplier) {
    return { kind: 'refused', fault: { code: 'not-argentine', paths: ['$.tax_id.country'] } };
  }
  if (mode !== 'certificate') {
    const refusal = refusalOf(settings.delegate, entry, supplier);
    if (refusal) return { kind: 'refused', fault: refusal };
  }
  const newest = await newestRegistration(ctx, entry.id);
  const isUnfinished = newest && !newest.revokedAt && !newest.completedAt;
  const registered = newest?.completedAt && !newest.revokedAt ? newest : undefined;
  const active = registered && (await activeCertificate(ctx, entry.id));
  const isOtherWay = registered && mode !== 'choice' && wayOf(registered) !== mode;
  if (registered && !isOtherWay && !mayRenew(active, now)) return { kind: 'registered' };
  const renewed = isOtherWay ? undefined : registered;
  if (isUnfinished) {
    return {
      kind: 'created',
      async store(tx) {
        const days = lifetimeDays ?? settings.linkLifetimeDays;
        refuseMoved(newest, await lockRegistration(tx, newest));
        if (newest.mode !== mode) {
          await tx.update(registrations).set({ mode, chosen: null }).where(eq(registrations.id, newest.id));
        }
        const link = { registrationId: newest.id, entryId: entry.id, lifetimeDays: days, now };
        await extendExpiredLinks(tx, ctx, link);
        await issueLinkIfNone(tx, ctx, link);
        return 'already-there';
      },
    };
  }

  const registrationId = uuidv7();
  const request = await makeCertificateRequest(ctx, {
    registrationId,
    entryId: entry.id,
    organisation: supplier.name,
    cuit: supplier.cuit,
    alias: renewed && active && (active.certificateAlias ?? active.alias),
    aliasPrefix: settings.aliasPrefix,
  });
  return {
    kind: 'created',
    async store(tx) {
      if (registered) await lockUnended(tx, registered);
      // The request names the CUIT, which stays from here on (lib/invoices/change-document.ts). If it was changed while
      // the key pair was made, the engine tries again with the entry as it is now.
      if (supplierOf(await lockEntry(tx, ctx, entry.id))?.cuit !== supplier.cuit)
        throw new Error('The CUIT was changed while its request was made.');
      refuseMoved(newest, await newestRegistration({ ...ctx, tx }, entry.id));
      const created = await tx
        .insert(registrations)
        .values({
          id: registrationId,
          workspaceId: ctx.workspace.id,
          entryId: entry.id,
          environment: ctx.workspace.environment,
          intent: renewed ? 'renew' : 'register',
          mode,
          noticeEmail: registered?.noticeEmail,
          createdAt: now,
          progressedAt: now,
          // Of a renewal the notices of expiry remind.
          nextReminderAt: renewed ? null : lookAfter(now),
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
      if (registered) await keepAnswers(tx, ctx, { from: registered.id, linkId });
      await audit(
        tx,
        ctx,
        'registration.created',
        { kind: 'registration', id: registrationId },
        { entry: entry.id },
      );
      await publishEvent(tx, ctx, 'registration.created', {
        entryId: entry.id,
        data: { registrationId },
      });
      return 'created';
    },
  };
}

/** Nobody can delegate to a delegate that is not there, or to themselves. */
function refusalOf(
  delegate: Delegate | undefined,
  entry: EntryRow,
  { cuit }: { cuit: string },
): StoredFault | undefined {
  if (!delegate) return { code: 'no-delegate' };
  return delegate.siloEntryId === entry.id || delegate.cuit === cuit ? { code: 'is-delegate' } : undefined;
}

const mayRenew = (active: CertificateRow | undefined, now: Date): boolean =>
  active?.notAfter ? active.notAfter.getTime() - now.getTime() <= renewalMs : false;

/** Held before the entry is, as who ends a registration does: one that was ended meanwhile is not renewed. */
async function lockUnended(tx: Transaction, { id }: RegistrationRow): Promise<void> {
  const unended = and(eq(registrations.id, id), isNull(registrations.revokedAt));
  const [row] = await tx.select({ id: registrations.id }).from(registrations).where(unended).for('share');
  if (!row) throw new Error('The registration was ended while its renewal was prepared.');
}

/** @throws Error when the newest registration is not what this one was decided by: the caller tries again. */
function refuseMoved(before: RegistrationRow | undefined, now: RegistrationRow | undefined): void {
  const facts = (row: RegistrationRow | undefined) =>
    row && [row.id, row.mode, row.completedAt, row.revokedAt];
  if (!isDeepStrictEqual(facts(before), facts(now)))
    throw new Error('The registration has moved on while another was prepared.');
}

/** Who they are and what they read was said the first time. */
async function keepAnswers(
  tx: Transaction,
  ctx: Context,
  { from, linkId }: { from: string; linkId: string },
): Promise<void> {
  const before = await supplierLink({ ...ctx, tx }, from);
  if (!before) return;
  const { voice, locale } = before;
  await tx.update(registrationLinks).set({ voice, locale }).where(eq(registrationLinks.id, linkId));
}

/** Ends an open registration: its links stop working, and the job that waits for it is woken to fail. */
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
    .returning({ entryId: registrations.entryId });
  if (!revoked) return;
  await closeLinks(tx, id, now);
  await enqueue(tx, laneOf(ctx.workspace), 'job-wake', { ref: id });
  await announceRevoked(tx, ctx, id, revoked.entryId);
}

/**
 * Ends every registration of the entry, the completed ones too, revokes their links and destroys their keys.
 * Gives how many registrations and keys there were.
 */
export async function endRegistrations(
  tx: Transaction,
  ctx: Context,
  entryId: string,
  now: Date,
): Promise<{ registrations: number; keys: number }> {
  // A renewal that is being opened holds its predecessor: once that is let go, the update finds the renewal too.
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
    .returning({ id: registrations.id });
  for (const { id } of ended) {
    await closeLinks(tx, id, now);
    await announceRevoked(tx, ctx, id, entryId);
  }
  const keys = await destroyKeys(tx, ctx, entryId, now);
  // What the supplier granted is theirs to take back at the authority; nobody acts by it from here on.
  await tx.delete(delegations).where(eq(delegations.entryId, entryId));
  return { registrations: ended.length, keys };
}

/** Everybody's: the supplier's and their helpers'. */
async function closeLinks(tx: Transaction, registrationId: string, now: Date): Promise<void> {
  await tx
    .update(registrationLinks)
    .set({ revokedAt: now })
    .where(and(eq(registrationLinks.registrationId, registrationId), isNull(registrationLinks.revokedAt)));
}

async function announceRevoked(
  tx: Transaction,
  ctx: Context,
  registrationId: string,
  entryId: string,
): Promise<void> {
  await audit(tx, ctx, 'registration.revoked', { kind: 'registration', id: registrationId });
  await publishEvent(tx, ctx, 'registration.revoked', {
    entryId,
    data: { registrationId },
  });
}
