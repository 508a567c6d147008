import { and, eq } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { noteWhetherUsable } from '#lib/registrations/points-of-sale.ts';
import { newRegistration } from './registrant.ts';

/** A supplier with a completed registration, by its rows alone: the authority was not asked. */
export async function newRegistered(
  ctx: Context,
  { notAfter, now = new Date() }: { notAfter: Date; now?: Date },
): Promise<string> {
  const { entryId } = await newRegistration(ctx, now);
  const done = {
    startedAt: now,
    detailsConfirmedAt: now,
    requestDownloadedAt: now,
    certificateReceivedAt: now,
  };
  await database()
    .update(registrations)
    .set({ ...done, authorisedAt: now, completedAt: now, proofStatus: 'settled' })
    .where(eq(registrations.entryId, entryId));
  await database().transaction((tx) => noteWhetherUsable(tx, entryId));
  await database()
    .update(certificates)
    .set({
      certificate: 'PEM',
      certificateAlias: 'tornillo1',
      holderCuit: '30712345671',
      issuer: 'CN=Computadores, O=AFIP, C=AR',
      notBefore: now,
      notAfter,
      fingerprint: entryId,
      receivedAt: now,
      activatedAt: now,
    })
    .where(and(eq(certificates.entryId, entryId), eq(certificates.workspaceId, ctx.workspace.id)));
  return entryId;
}

export async function addPointOfSale(entryId: string, number: number, now = new Date()): Promise<void> {
  const point = { system: 'RECE', blocked: false, usable: true, readAt: now };
  await database().transaction(async (tx) => {
    await tx.insert(pointsOfSale).values({ entryId, number, service: 'wsfe', ...point });
    await noteWhetherUsable(tx, entryId);
  });
}
