import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';

/** Who has stood still for longer is not reminded any more. */
export const longestStandstillDays = 90;

/** Has the workspace's open registrations looked at by its settings of now: those before may have passed them over. */
export async function lookAtStandstills(tx: Transaction, ctx: Context, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - longestStandstillDays * 86_400_000);
  await tx
    .update(registrations)
    .set({ nextReminderAt: now })
    .where(
      and(
        eq(registrations.workspaceId, ctx.workspace.id),
        eq(registrations.intent, 'register'),
        gt(registrations.progressedAt, since),
        isNull(registrations.completedAt),
        isNull(registrations.revokedAt),
      ),
    );
}
