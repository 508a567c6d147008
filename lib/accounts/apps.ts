import { and, eq } from 'drizzle-orm';
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

export interface App {
  id: string;
  settings: AppSettings;
  connectedAt: Date;
  /** Since when it is connected no more. */
  disconnectedAt?: Date;
}

/** The app as it was connected last, connected still or not; undefined when it never was. */
export async function fetchApp(ctx: Context, appId: string): Promise<App | undefined> {
  const [row] = await reader(ctx)
    .select({ settings: apps.settings, connectedAt: apps.connectedAt, disconnectedAt: apps.disconnectedAt })
    .from(apps)
    .where(and(eq(apps.workspaceId, ctx.workspace.id), eq(apps.appId, appId)));
  if (!row) return undefined;
  const { settings, connectedAt, disconnectedAt } = row;
  return { id: appId, settings, connectedAt, ...(disconnectedAt ? { disconnectedAt } : {}) };
}

/** The settings of a connected app; undefined when it is not connected. */
export async function connectedApp(ctx: Context, appId: string): Promise<AppSettings | undefined> {
  const app = await fetchApp(ctx, appId);
  return app && !app.disconnectedAt ? app.settings : undefined;
}
