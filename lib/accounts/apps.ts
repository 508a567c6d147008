import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { type AppSettings, apps } from '#lib/database/tables/accounts.ts';

/** Connects an app to the workspace, again if it was disconnected. Settings that were made before stay. */
export async function connectApp(ctx: Context, appId: string, now = new Date()): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx
      .insert(apps)
      .values({ id: uuidv7(), workspaceId: ctx.workspace.id, appId, connectedAt: now })
      .onConflictDoUpdate({
        target: [apps.workspaceId, apps.appId],
        set: { connectedAt: now, disconnectedAt: null },
      });
    await audit(tx, ctx, 'app.connected', { kind: 'app', id: appId });
  });
}

/** The settings of a connected app; undefined when it is not connected. */
export async function connectedApp(ctx: Context, appId: string): Promise<AppSettings | undefined> {
  const [row] = await reader(ctx)
    .select({ settings: apps.settings })
    .from(apps)
    .where(and(eq(apps.workspaceId, ctx.workspace.id), eq(apps.appId, appId), isNull(apps.disconnectedAt)));
  return row?.settings;
}
