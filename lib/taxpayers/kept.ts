import { and, eq, gt, sql } from 'drizzle-orm';
import { clockSkewMs, isYounger } from '#lib/age.ts';
import type { Taxpayer } from '#lib/arca/taxpayer.ts';
import { type Context, reader } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { taxpayers } from '#lib/database/tables/taxpayers.ts';

const dayMs = 24 * 3_600_000;
/** So long what was read is taken as it is. */
const freshDays = 7;
/** Whom nobody has today may be registered tomorrow. */
const nobodyDays = 1;
/** So long it stands in for a register that does not answer. Then it is removed (lib/retention.ts): it is about people. */
export const longestDays = 30;

export interface Kept {
  /** Undefined where nobody has that CUIT. */
  taxpayer: Taxpayer | undefined;
  readAt: Date;
}

export async function keptTaxpayer(ctx: Context, cuit: string): Promise<Kept | undefined> {
  const [row] = await reader(ctx).select().from(taxpayers).where(ofWorkspace(ctx, cuit));
  return row && { taxpayer: row.taxpayer ?? undefined, readAt: row.readAt };
}

export const isFresh = ({ taxpayer, readAt }: Kept, now: Date, mostMs = freshDays * dayMs): boolean =>
  isYounger(readAt, taxpayer ? mostMs : Math.min(mostMs, nobodyDays * dayMs), now);

/** That somebody was there is of use for longer than that nobody was. */
export const canStandIn = ({ taxpayer, readAt }: Kept, now: Date): boolean =>
  taxpayer !== undefined && isYounger(readAt, longestDays * dayMs, now);

/** In place of what was read before it, or is dated ahead: two who ask may write in the other order. */
export async function keepTaxpayer(ctx: Context, cuit: string, { taxpayer, readAt }: Kept): Promise<void> {
  const value = { taxpayer: taxpayer ?? null, readAt };
  const ahead = new Date(Date.now() + clockSkewMs);
  await database()
    .insert(taxpayers)
    .values({ workspaceId: ctx.workspace.id, cuit, ...value })
    .onConflictDoUpdate({
      target: [taxpayers.workspaceId, taxpayers.cuit],
      set: value,
      setWhere: sql`${taxpayers.readAt} <= excluded.read_at or ${gt(taxpayers.readAt, ahead)}`,
    });
}

const ofWorkspace = (ctx: Context, cuit: string) =>
  and(eq(taxpayers.workspaceId, ctx.workspace.id), eq(taxpayers.cuit, cuit));
