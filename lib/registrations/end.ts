import { and, asc, eq, isNull } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { destroyKeys } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { delegations } from '#lib/database/tables/delegations.ts';
import { registrationLinks } from '#lib/database/tables/links.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { enqueue, laneOf } from '#lib/queue.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';

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
