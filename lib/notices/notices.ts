import { and, eq } from 'drizzle-orm';
import { type Context, reader } from '#lib/context.ts';
import { members } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import type { Locale } from '#lib/i18n.ts';
import { countAudit } from '#lib/reports/audit-trail.ts';
import { requirePermission } from '#lib/roles.ts';

/** What a member is told of a workspace's troubles. */
export interface Notices {
  /** How many they have not seen; `mostCounted` + 1 stands for all that is more. */
  unseen: number;
  /** The language of the mail of each morning; null: they want none. */
  digest: Locale | null;
}

export async function fetchNotices(ctx: Context): Promise<Notices> {
  requirePermission(ctx, 'activity:read');
  const [member] = await reader(ctx).select().from(members).where(isCaller(ctx));
  if (!member) return { unseen: 0, digest: null };
  const since = new Date((member.troublesSeenAt ?? member.createdAt).getTime() + 1);
  return { unseen: await countAudit(ctx, { troubles: true, since }), digest: member.digestLocale };
}

export async function markTroublesSeen(ctx: Context, now = new Date()): Promise<void> {
  requirePermission(ctx, 'activity:read');
  await reader(ctx).update(members).set({ troublesSeenAt: now }).where(isCaller(ctx));
}

/** From now on: what has failed so far is in the list. */
export async function chooseDigest(ctx: Context, locale: Locale | null, now = new Date()): Promise<void> {
  requirePermission(ctx, 'activity:read');
  await reader(ctx).update(members).set({ digestLocale: locale, digestedAt: now }).where(isCaller(ctx));
}

/** Each for themselves. @throws AltaError `forbidden` for what is no person. */
function isCaller({ workspace, actor }: Context) {
  if (actor.kind !== 'user') throw new AltaError('forbidden', 'Only a person is told what failed.');
  return and(eq(members.workspaceId, workspace.id), eq(members.userId, actor.id));
}
