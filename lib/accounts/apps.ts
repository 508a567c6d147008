import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit, changesOf } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { batchLoader, rowsInKeyOrder } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { type AppSettings, apps } from '#lib/database/tables/accounts.ts';
import { requirePermission } from '#lib/roles.ts';

export const appIds = ['gov-ar'] as const;
export type AppId = (typeof appIds)[number];

export interface App {
  id: AppId;
  settings: AppSettings;
  /** Absent if it was never connected. */
  connectedAt?: Date;
  /** Set while it is disconnected. */
  disconnectedAt?: Date;
}

export const isConnected = ({ connectedAt, disconnectedAt }: App): boolean =>
  connectedAt !== undefined && disconnectedAt === undefined;

/** Connects or reconnects an app. Earlier settings are kept. */
export async function connectApp(ctx: Context, appId: AppId, now = new Date()): Promise<void> {
  requirePermission(ctx, 'apps:write');
  await inTransaction(ctx, async (tx) => {
    const connected = await tx
      .insert(apps)
      .values({ id: uuidv7(), workspaceId: ctx.workspace.id, appId, connectedAt: now })
      .onConflictDoUpdate({
        target: [apps.workspaceId, apps.appId],
        set: { connectedAt: now, disconnectedAt: null },
        setWhere: isNotNull(apps.disconnectedAt),
      })
      .returning({ id: apps.id });
    if (connected.length) await audit(tx, ctx, 'app.connected', { kind: 'app', id: appId });
  });
}

/** Prevents new work with the app. Running work continues, and the settings are kept. */
export async function disconnectApp(ctx: Context, appId: AppId, now = new Date()): Promise<void> {
  requirePermission(ctx, 'apps:write');
  await inTransaction(ctx, async (tx) => {
    const disconnected = await tx
      .update(apps)
      .set({ disconnectedAt: now })
      .where(and(isOwnApp(ctx, appId), isNull(apps.disconnectedAt)))
      .returning({ id: apps.id });
    if (disconnected.length) await audit(tx, ctx, 'app.disconnected', { kind: 'app', id: appId });
  });
}

/** Returns the app, connected or not. */
export async function fetchApp(ctx: Context, appId: AppId): Promise<App> {
  requirePermission(ctx, 'apps:read');
  return toApp(appId, await loadApp(reader(ctx), { workspaceId: ctx.workspace.id, appId }));
}

type AppKey = Pick<typeof apps.$inferSelect, 'workspaceId' | 'appId'>;
const appKey = ({ workspaceId, appId }: AppKey) => `${workspaceId}/${appId}`;

const loadApp = batchLoader(async (db: ReturnType<typeof reader>, keys: readonly AppKey[]) => {
  const workspaceIds = [...new Set(keys.map(({ workspaceId }) => workspaceId))];
  const rows = await db
    .select({ workspaceId: apps.workspaceId, appId: apps.appId, ...columns })
    .from(apps)
    .where(inArray(apps.workspaceId, workspaceIds));
  return rowsInKeyOrder(keys.map(appKey), rows, appKey);
});

/** Returns the app's settings; undefined if it is not connected. */
export async function findConnectedSettings(ctx: Context, appId: AppId): Promise<AppSettings | undefined> {
  requirePermission(ctx, 'apps:read');
  const app = await fetchApp(ctx, appId);
  return isConnected(app) ? app.settings : undefined;
}

/** Locks the app for a change of its settings. */
export async function lockApp(tx: Transaction, ctx: Context, appId: AppId): Promise<App> {
  const [row] = await tx.select(columns).from(apps).where(isOwnApp(ctx, appId)).for('update');
  return toApp(appId, row);
}

/** @param logo in base64; null removes the stored logo, undefined keeps it */
export async function storeAppSettings(
  tx: Transaction,
  ctx: Context,
  appId: AppId,
  { before, settings, logo }: { before: AppSettings; settings: AppSettings; logo: string | null | undefined },
): Promise<void> {
  await tx
    .update(apps)
    .set({ settings, ...(logo === undefined ? {} : { logo }) })
    .where(isOwnApp(ctx, appId));
  const names = Object.keys(settings).sort();
  // The delegate is a supplier, whose data may be erased.
  const { delegate: _, ...loggable } = settings;
  const removed = Object.fromEntries(Object.keys(before).map((name) => [name, undefined]));
  const { delegate: __, ...changes } = changesOf({ ...before }, { ...removed, ...loggable });
  await audit(tx, ctx, 'app.settings-changed', { kind: 'app', id: appId }, { settings: names, changes });
}

export async function fetchLogo(ctx: Context, appId: AppId): Promise<Buffer<ArrayBuffer> | undefined> {
  requirePermission(ctx, 'apps:read');
  const [row] = await reader(ctx).select({ logo: apps.logo }).from(apps).where(isOwnApp(ctx, appId));
  return row?.logo ? Buffer.from(row.logo, 'base64') : undefined;
}

const columns = {
  settings: apps.settings,
  connectedAt: apps.connectedAt,
  disconnectedAt: apps.disconnectedAt,
};

function toApp(id: AppId, row: Pick<typeof apps.$inferSelect, keyof typeof columns> | undefined): App {
  if (!row) return { id, settings: {} };
  const { settings, connectedAt, disconnectedAt } = row;
  return { id, settings, connectedAt, ...(disconnectedAt ? { disconnectedAt } : {}) };
}

const isOwnApp = (ctx: Context, appId: AppId) =>
  and(eq(apps.workspaceId, ctx.workspace.id), eq(apps.appId, appId));
