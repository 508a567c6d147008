import { and, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { enqueue, laneOf } from '#lib/queue.ts';

/** Keeps with the registrations of who has completed one in live whether the list, as it is kept, has a usable point. */
export async function noteWhetherUsable(tx: Transaction, entryId: string): Promise<void> {
  const usable = tx
    .select({ number: pointsOfSale.number })
    .from(pointsOfSale)
    .where(and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)));
  await tx
    .update(registrations)
    .set({ lacksPointOfSale: sql`${notExists(usable)}` })
    .where(
      and(
        eq(registrations.entryId, entryId),
        eq(registrations.environment, 'live'),
        isNotNull(registrations.completedAt),
      ),
    );
}

/**
 * A point of sale can be used: it is looked for no more, and who waited for it is written to, in the transaction that
 * keeps the list. Whoever read it: the schedule, an open page, the API.
 */
export async function noteUsablePoint(tx: Transaction, ctx: Context, entryId: string): Promise<void> {
  const { id, nextPointsOfSaleAt, completedMailedAt, readyMailedAt, completedAt, revokedAt } = registrations;
  const waitsForMail = and(isNotNull(completedMailedAt), isNull(readyMailedAt));
  const waiting = await tx
    .update(registrations)
    .set({ nextPointsOfSaleAt: null })
    .where(
      and(
        eq(registrations.entryId, entryId),
        isNotNull(completedAt),
        isNull(revokedAt),
        or(isNotNull(nextPointsOfSaleAt), waitsForMail),
      ),
    )
    .returning({ id, readyMailedAt });
  for (const { id: registrationId, readyMailedAt: mailed } of waiting) {
    if (!mailed) await enqueue(tx, laneOf(ctx.workspace), 'completed-mail', { registrationId });
  }
}
