import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { pointsOfSale, registrations } from '#lib/database/tables/registrations.ts';
import { bringForward } from '#lib/mail/mails.ts';

export const hasUsablePoint = async (tx: Transaction, entryId: string): Promise<boolean> =>
  (await tx.$count(pointsOfSale, and(eq(pointsOfSale.entryId, entryId), eq(pointsOfSale.usable, true)))) > 0;

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
 * A point of sale can be used: it is looked for no more, and those who waited for it are written to, in the
 * transaction that stores the list. Whoever read it: the schedule, an open page, the API.
 */
export async function noteUsablePoint(tx: Transaction, ctx: Context, entryId: string): Promise<void> {
  const { nextPointsOfSaleAt, completedAt } = registrations;
  const isCompleted = and(eq(registrations.entryId, entryId), isNotNull(completedAt));
  await tx
    .update(registrations)
    .set({ nextPointsOfSaleAt: null })
    .where(and(isCompleted, isNotNull(nextPointsOfSaleAt), isNull(registrations.revokedAt)));
  const rows = await tx.select({ id: registrations.id }).from(registrations).where(isCompleted);
  const subjects = rows.map(({ id }) => id);
  await bringForward(tx, ctx.workspace, { kinds: ['completed', 'point-found'], subjects });
}
