import { and, asc, count, eq, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import type { Transaction } from '#lib/database/client.ts';
import { users } from '#lib/database/tables/accounts.ts';
import { savedViews } from '#lib/database/tables/saved-views.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';
import { isPermitted, type Permission, requirePermission } from '#lib/roles.ts';

/** Lists with saved views, and the permission to see each. */
const listPermissions = {
  activity: 'activity:read',
  deliveries: 'webhooks:read',
  invoices: 'invoices:read',
  jobs: 'jobs:read',
  registrations: 'registrations:read',
  suppliers: 'suppliers:read',
} as const satisfies Record<string, Permission>;

export type ViewableList = keyof typeof listPermissions;
const viewableLists = Object.keys(listPermissions) as [ViewableList, ...ViewableList[]];

export interface SavedView {
  id: string;
  name: string;
  /** Query of the list's URL, such as `{ state: 'error', period: 'this-month' }`. */
  filters: Record<string, string>;
  isShared: boolean;
  /** Name of the member who shares it; absent for the caller's own views. */
  sharedBy?: string | undefined;
  isRemovable: boolean;
}

/** Lists the caller's views and those shared by others, sorted by name. */
export async function listSavedViews(ctx: Context, list: ViewableList): Promise<SavedView[]> {
  requirePermission(ctx, listPermissions[list]);
  const rows = await reader(ctx)
    .select({ view: savedViews, ownerName: users.name })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .where(
      and(
        eq(savedViews.workspaceId, ctx.workspace.id),
        eq(savedViews.list, list),
        or(eq(savedViews.userId, requireUserId(ctx)), eq(savedViews.isShared, true)),
      ),
    )
    .orderBy(asc(savedViews.name), asc(savedViews.createdAt));
  return rows.map(({ view: { id, name, filters, isShared, userId }, ownerName }) => ({
    id,
    name,
    filters,
    isShared,
    sharedBy: userId === ctx.actor.id ? undefined : ownerName,
    isRemovable: userId === ctx.actor.id || isPermitted(ctx, 'workspace:write'),
  }));
}

export const NewSavedView = z.strictObject({
  list: z.enum(viewableLists),
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(60, 'must have at most 60 characters')
    .refine(...singleLine),
  filters: z
    .record(z.string().min(1).max(50), z.string().max(200))
    .refine((filters) => Object.keys(filters).length <= 20, 'must have at most 20 items'),
  isShared: z.boolean(),
});
export type NewSavedView = z.infer<typeof NewSavedView>;

/**
 * Saves a view. Replaces the caller's view of the same list and name.
 * @throws AltaError `forbidden` without the right to share; `conflict` `too-many-views`.
 */
export async function saveView(ctx: Context, input: NewSavedView): Promise<{ id: string }> {
  requirePermission(ctx, listPermissions[input.list]);
  if (input.isShared) requirePermission(ctx, 'views:share');
  const { list, name, filters, isShared } = input;
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx
      .insert(savedViews)
      .values({ id: uuidv7(), workspaceId: ctx.workspace.id, userId: requireUserId(ctx), ...input })
      .onConflictDoUpdate({
        target: [savedViews.workspaceId, savedViews.list, savedViews.userId, savedViews.name],
        set: { filters, isShared },
      })
      .returning({ id: savedViews.id });
    if (!row) throw notFound('The view');
    await refuseTooManyViews(tx, ctx, list);
    if (isShared) await audit(tx, ctx, 'view.shared', { kind: 'view', id: row.id }, { list, name });
    return row;
  });
}

/** Users may remove their own views; owners may also remove views shared by others. @throws AltaError `not-found` */
export async function removeView(ctx: Context, viewId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isOwn = eq(savedViews.userId, requireUserId(ctx));
    const isRemovable = isPermitted(ctx, 'workspace:write') ? or(isOwn, savedViews.isShared) : isOwn;
    const [removed] = await tx
      .delete(savedViews)
      .where(and(eq(savedViews.id, viewId), eq(savedViews.workspaceId, ctx.workspace.id), isRemovable))
      .returning();
    if (!removed) throw notFound('The view');
    const { list, name, isShared } = removed;
    if (isShared) await audit(tx, ctx, 'view.removed', { kind: 'view', id: viewId }, { list, name });
  });
}

async function refuseTooManyViews(tx: Transaction, ctx: Context, list: ViewableList): Promise<void> {
  const { workspaceId, userId } = savedViews;
  const [row] = await tx
    .select({ views: count() })
    .from(savedViews)
    .where(and(eq(workspaceId, ctx.workspace.id), eq(savedViews.list, list), eq(userId, requireUserId(ctx))));
  if ((row?.views ?? 0) > sizeLimits.savedViews) {
    throw new AltaError('conflict', 'The list has the maximum number of saved views: remove one first.', {
      code: 'too-many-views',
    });
  }
}

/** @throws AltaError `forbidden` if the actor is not a user. */
function requireUserId({ actor }: Context): string {
  if (actor.kind === 'user') return actor.id;
  throw new AltaError('forbidden', 'Only a user can have saved views.');
}
