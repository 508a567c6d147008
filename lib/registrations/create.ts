import { v7 as uuidv7 } from 'uuid';
import { connectedApp } from '#lib/accounts/apps.ts';
import { audit } from '#lib/audit.ts';
import { activeCertificate, makeCertificateRequest } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { certificates, registrations } from '#lib/database/tables/registrations.ts';
import { supplierOf } from '#lib/documents/party.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { lockEntry } from '#lib/silo/change-entry.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { newestRegistration } from './find.ts';
import { extendExpiredLinks, issueLink, issueLinkIfNone } from './link.ts';

const renewalMs = 45 * 86_400_000;

export type Created =
  | { kind: 'refused'; fault: StoredFault }
  | { kind: 'registered' }
  /** `store` writes it all, or finds that it is there: one open registration for each entry. */
  | { kind: 'created'; store: (tx: Transaction) => Promise<'created' | 'already-there'> };

/** Opens a registration for the supplier in `entry`: its link, its first key pair and request. */
export async function createRegistration(ctx: Context, entry: EntryRow, now = new Date()): Promise<Created> {
  const settings = await connectedApp(ctx, 'gov-ar');
  if (!settings) return { kind: 'refused', fault: { code: 'app-not-connected' } };
  const supplier = supplierOf(entry);
  if (!supplier) {
    return { kind: 'refused', fault: { code: 'not-argentine', paths: ['$.tax_id.country'] } };
  }
  const newest = await newestRegistration(ctx, entry.id);
  const isUnfinished = newest && !newest.revokedAt && !newest.completedAt;
  const isRegistered = newest?.completedAt && !newest.revokedAt;
  if (isRegistered && !(await mayRenew(ctx, entry.id, now))) return { kind: 'registered' };
  if (isUnfinished) {
    return {
      kind: 'created',
      async store(tx) {
        const { linkLifetimeDays: lifetimeDays } = settings;
        const link = { registrationId: newest.id, entryId: entry.id, lifetimeDays, now };
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
    aliasPrefix: settings.aliasPrefix,
  });
  return {
    kind: 'created',
    async store(tx) {
      // The request names the CUIT, which stays from here on (lib/invoices/change-document.ts). If it was changed while
      // the key pair was made, the engine tries again with the entry as it is now.
      if (supplierOf(await lockEntry(tx, ctx, entry.id))?.cuit !== supplier.cuit)
        throw new Error('The CUIT was changed while its request was made.');
      const created = await tx
        .insert(registrations)
        .values({
          id: registrationId,
          workspaceId: ctx.workspace.id,
          entryId: entry.id,
          environment: ctx.workspace.environment,
          intent: isRegistered ? 'renew' : 'register',
          createdAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: registrations.id });
      if (created.length === 0) return 'already-there';
      await tx.insert(certificates).values({ ...request, createdAt: now });
      await issueLink(tx, ctx, {
        registrationId,
        entryId: entry.id,
        lifetimeDays: settings.linkLifetimeDays,
        now,
      });
      await audit(
        tx,
        ctx,
        'registration.opened',
        { kind: 'registration', id: registrationId },
        { entry: entry.id },
      );
      await publishEvent(tx, ctx, 'registration.opened', {
        entryId: entry.id,
        data: { registrationId },
      });
      return 'created';
    },
  };
}

/** From a month and a half before its end on, running the workflow again asks for the next certificate. */
async function mayRenew(ctx: Context, entryId: string, now: Date): Promise<boolean> {
  const certificate = await activeCertificate(ctx, entryId);
  return certificate?.notAfter ? certificate.notAfter.getTime() - now.getTime() < renewalMs : false;
}
