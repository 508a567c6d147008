import { and, asc, eq, gt, isNull, lt, lte, ne, or } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { isActive } from '#lib/certificates/store.ts';
import { type Context, fetchWorkspace, inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { log } from '#lib/log.ts';
import { fetchEntry } from '#lib/silo/entries.ts';
import { dayMs } from '#lib/time.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { createRegistration, renewalDays } from './create.ts';
import { notifyDelegateAtRisk } from './delegation-readiness.ts';
import { newestRegistration } from './find.ts';
import { daysAfter } from './link.ts';
import { daysLeft, wayOf } from './registration.ts';
import { queueExpiryMail } from './registration-mails.ts';
import { isSupplierLink } from './supplier-link.ts';

/** Days before a certificate expires on which a notice is sent; 0 is the expiry itself. */
export const noticeDays = [renewalDays, 30, 14, 7, 1, 0] as const;

/** Certificates per run. Each may need a new key pair for its renewal, so the rest wait for the next run. */
const maxPerRun = 200;

/** Sends the notices of expiring certificates and expired links that became due since the last run. */
export async function notifyExpiries(now = new Date()): Promise<void> {
  for (const id of await expiringCertificates(now)) await notifyExpiringCertificate(id, now);
  for (const id of await expiredLinks(now)) await notifyExpiredLink(id, now);
}

async function expiringCertificates(now: Date): Promise<string[]> {
  const { id, notAfter, expiryToldDays } = certificates;
  const isDue = noticeDays.map((days) =>
    and(lte(notAfter, daysAfter(now, days)), or(isNull(expiryToldDays), gt(expiryToldDays, days))),
  );
  const rows = await database()
    .select({ id })
    .from(certificates)
    .where(and(isActive, or(...isDue)))
    .orderBy(asc(notAfter))
    .limit(maxPerRun);
  return rows.map((row) => row.id);
}

/**
 * Returns suppliers' expired links of unfinished registrations. Helpers' links are not notified separately.
 */
async function expiredLinks(now: Date): Promise<string[]> {
  const { id, registrationId, expiresAt, expiryToldFor, revokedAt } = registrationLinks;
  const rows = await database()
    .select({ id })
    .from(registrationLinks)
    .innerJoin(registrations, eq(registrations.id, registrationId))
    .where(
      and(
        lte(expiresAt, now),
        isSupplierLink,
        isNull(revokedAt),
        or(isNull(expiryToldFor), ne(expiryToldFor, expiresAt)),
        isNull(registrations.completedAt),
        isNull(registrations.revokedAt),
      ),
    );
  return rows.map((row) => row.id);
}

/**
 * Notifies about an expiring certificate, once per entry of `noticeDays`, and opens its renewal. After
 * downtime it sends only the latest of the missed notices.
 */
export async function notifyExpiringCertificate(certificateId: string, now = new Date()): Promise<void> {
  const [row] = await database().select().from(certificates).where(eq(certificates.id, certificateId));
  if (!row?.notAfter) return;
  const { notAfter } = row;
  const ctx = await engineContext(row.workspaceId);
  const registrationId = await openRenewal(ctx, { entryId: row.entryId, notAfter }, now).catch((error) => {
    // The notice is sent anyway; the next one retries the renewal.
    log().error({ err: error, certificate: row.id }, 'a renewal could not be opened');
    return undefined;
  });
  await database().transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(certificates)
      .where(and(eq(certificates.id, row.id), isNull(certificates.supersededAt)))
      .for('update');
    if (!current?.activatedAt || !current.keySealed) return;
    const due = noticeDays.filter((days) => daysBefore(notAfter, days) <= now).at(-1);
    const lastNoticeDays = current.expiryToldDays ?? Number.POSITIVE_INFINITY;
    if (due === undefined || due >= lastNoticeDays) return;
    await tx.update(certificates).set({ expiryToldDays: due }).where(eq(certificates.id, row.id));
    await publishEvent(tx, ctx, 'certificate.expiring', {
      entryId: row.entryId,
      data: {
        certificate_id: row.id,
        ...(registrationId ? { registration_id: registrationId } : {}),
        not_after: notAfter.toISOString(),
        days_left: String(daysLeft(notAfter, now)),
      },
    });
    await queueExpiryMail(tx, ctx, row.id, due, now);
    await notifyDelegateAtRisk(tx, ctx, current, 'expiring', now);
  });
}

/** Publishes that a link expired before its registration was complete, once per expiry date. */
export async function notifyExpiredLink(linkId: string, now = new Date()): Promise<void> {
  const [found] = await database().select().from(registrationLinks).where(eq(registrationLinks.id, linkId));
  if (!found) return;
  const ctx = await engineContext(found.workspaceId);
  await database().transaction(async (tx) => {
    // Locks the registration before the link, in the same order as `mailLink`, to avoid a deadlock.
    const [registration] = await tx
      .select()
      .from(registrations)
      .where(eq(registrations.id, found.registrationId))
      .for('share');
    const [link] = await tx
      .select()
      .from(registrationLinks)
      .where(and(eq(registrationLinks.id, linkId), isSupplierLink, isNull(registrationLinks.revokedAt)))
      .for('update');
    if (!link || !registration || registration.completedAt || registration.revokedAt) return;
    if (link.expiresAt > now) return;
    if (link.expiryToldFor?.getTime() === link.expiresAt.getTime()) return;
    await tx
      .update(registrationLinks)
      .set({ expiryToldFor: link.expiresAt })
      .where(eq(registrationLinks.id, linkId));
    await publishEvent(tx, ctx, 'registration.expired', {
      entryId: registration.entryId,
      data: { registration_id: registration.id, intent: registration.intent },
    });
  });
}

const daysBefore = (end: Date, days: number) => new Date(end.getTime() - days * dayMs);

const engineContext = async (workspaceId: string): Promise<Context> => ({
  workspace: await fetchWorkspace(workspaceId),
  actor: { kind: 'engine' },
});

/** A renewal's link is valid this many days longer than the certificate, for late suppliers. */
const daysBeyondEnd = 30;

/**
 * Opens a renewal for an expiring certificate, with a link that outlives it. If a renewal is open, extends
 * its link instead; a revoked link stays revoked. The current certificate signs until the renewal is
 * completed.
 * @returns the id of the renewal, if there is one
 */
export async function openRenewal(
  ctx: Context,
  { entryId, notAfter }: { entryId: string; notAfter: Date },
  now: Date,
): Promise<string | undefined> {
  const until = daysAfter(notAfter > now ? notAfter : now, daysBeyondEnd);
  const newest = await newestRegistration(ctx, entryId);
  // Suppliers who delegated since then no longer need a certificate.
  if (!newest || newest.revokedAt || wayOf(newest) === 'delegation') return undefined;
  if (newest.completedAt) {
    const lifetimeDays = Math.ceil((until.getTime() - now.getTime()) / dayMs);
    const created = await createRegistration(ctx, await fetchEntry(ctx, entryId), now, { lifetimeDays });
    if (created.kind !== 'created') return undefined;
    await inTransaction(ctx, (tx) => created.store(tx));
    return renewalOf(await newestRegistration(ctx, entryId));
  }
  const renewal = renewalOf(newest);
  if (renewal) await extendLinks(ctx, renewal, until);
  return renewal;
}

const renewalOf = (newest: Awaited<ReturnType<typeof newestRegistration>>): string | undefined =>
  newest?.intent === 'renew' && !newest.revokedAt ? newest.id : undefined;

/** Extends the supplier's link. Helpers' links keep their expiry. */
async function extendLinks(ctx: Context, registrationId: string, until: Date): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const extended = await tx
      .update(registrationLinks)
      .set({ expiresAt: until, renewalRequestedAt: null })
      .where(
        and(
          eq(registrationLinks.registrationId, registrationId),
          isSupplierLink,
          isNull(registrationLinks.revokedAt),
          lt(registrationLinks.expiresAt, until),
        ),
      )
      .returning({ id: registrationLinks.id });
    for (const { id } of extended) {
      await audit(tx, ctx, 'link.extended', { kind: 'link', id }, { until: until.toISOString() });
    }
  });
}
