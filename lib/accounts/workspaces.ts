import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit, changesOf } from '#lib/audit.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { type Context, inTransaction, reader, type Workspace, workspaceOf } from '#lib/context.ts';
import { type Database, database, type Transaction } from '#lib/database/client.ts';
import { members, workspaces } from '#lib/database/tables/accounts.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import type { Quotas } from '#lib/limits.ts';
import { forgetQuotaUses } from '#lib/quotas.ts';
import { requirePermission } from '#lib/roles.ts';
import { connectApp } from './apps.ts';
import { workspaceSlug } from './workspace-slug.ts';

/** Creates a workspace. Its environment never changes: entries, keys and certificates belong to it. */
export async function createWorkspace(
  input: { name: string; slug: string; environment: Environment; contactEmail?: string },
  tx: Transaction | Database = database(),
): Promise<Workspace> {
  const [row] = await tx
    .insert(workspaces)
    .values({ id: uuidv7(), ...input })
    .returning();
  if (!row) throw new Error('The workspace was not stored.');
  return workspaceOf(row);
}

/**
 * Creates a workspace with the user as its owner, a slug made from the name, and the Argentina app connected: without
 * the app, every workflow of the quick start ends in `app-not-connected`.
 */
export async function createOwnedWorkspace(
  userId: string,
  { name, environment }: { name: string; environment: Environment },
  tx?: Transaction,
): Promise<Workspace> {
  if (!tx) {
    return database().transaction((newTx) => createOwnedWorkspace(userId, { name, environment }, newTx));
  }
  const row = await insertWithFreeSlug(tx, { id: uuidv7(), name, environment });
  const workspace = workspaceOf(row);
  const ctx: Context = { workspace, actor: { kind: 'user', id: userId, role: 'owner' }, tx };
  await tx.insert(members).values({ workspaceId: workspace.id, userId, role: 'owner' });
  await audit(tx, ctx, 'workspace.created', { kind: 'workspace', id: workspace.id }, { environment });
  await connectApp(ctx, 'gov-ar');
  return workspace;
}

async function insertWithFreeSlug(
  tx: Transaction,
  values: Omit<typeof workspaces.$inferInsert, 'slug'>,
): Promise<typeof workspaces.$inferSelect> {
  const base = createSlug(values.name, values.environment);
  for (let number = 1; number <= 100; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const [row] = await tx
      .insert(workspaces)
      .values({ ...values, slug })
      .onConflictDoNothing()
      .returning();
    if (row) return row;
  }
  throw new AltaError('conflict', 'Too many workspaces have this name.', { code: 'name-taken' });
}

/** `Facturas del Sur` -> `facturas-del-sur`, with `-sandbox` in the sandbox. */
function createSlug(name: string, environment: Environment): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return [slug || 'workspace', ...(environment === 'sandbox' ? ['sandbox'] : [])].join('-');
}

export async function findWorkspaceBySlug(slug: string): Promise<Workspace | undefined> {
  const [row] = await database().select().from(workspaces).where(eq(workspaces.slug, slug));
  return row && workspaceOf(row);
}

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** Returns the context's workspace with all columns. */
export async function fetchWorkspaceRow(ctx: Context): Promise<WorkspaceRow> {
  requirePermission(ctx, 'workspace:read');
  const [row] = await reader(ctx).select().from(workspaces).where(eq(workspaces.id, ctx.workspace.id));
  if (!row) throw notFound('The workspace');
  return row;
}

/** Merges `quotas` into the workspace's overrides of the installation's quotas. For the operator only. */
export async function changeQuotas(ctx: Context, quotas: Quotas): Promise<Quotas> {
  const newQuotas = await inTransaction(ctx, async (tx) => {
    const isWorkspace = eq(workspaces.id, ctx.workspace.id);
    const [current] = await tx.select().from(workspaces).where(isWorkspace).for('update');
    if (!current) throw notFound('The workspace');
    const mergedQuotas = { ...current.quotas, ...quotas };
    await tx.update(workspaces).set({ quotas: mergedQuotas }).where(isWorkspace);
    const subject = { kind: 'workspace', id: ctx.workspace.id } as const;
    const changes = changesOf(current.quotas, quotas);
    await audit(tx, ctx, 'workspace.changed', subject, { fields: Object.keys(quotas), changes });
    return mergedQuotas;
  });
  forgetQuotaUses();
  return newQuotas;
}

export const WorkspaceChange = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(100)
    .refine(...singleLine)
    .optional(),
  /** Part of the Console's URLs: links with the old slug stop working. */
  slug: z
    .string()
    .regex(workspaceSlug, 'must be words of a-z and 0-9, separated by hyphens')
    .max(60)
    .optional(),
  contactEmail: z.email('must be an e-mail address').max(200).nullish(),
});
export type WorkspaceChange = z.infer<typeof WorkspaceChange>;

/** A workspace that the operator creates, by the rules of its later changes. */
export const NewWorkspace = WorkspaceChange.required({ name: true, slug: true });

/** The first workspace of this name, in any case, and environment. */
export async function findWorkspaceByName(
  name: string,
  environment: Environment,
): Promise<Workspace | undefined> {
  const [row] = await database()
    .select()
    .from(workspaces)
    .where(
      and(eq(sql`lower(${workspaces.name})`, name.toLowerCase()), eq(workspaces.environment, environment)),
    )
    .orderBy(workspaces.createdAt)
    .limit(1);
  return row && workspaceOf(row);
}

/** @throws AltaError `conflict` if another workspace has the slug. */
export async function changeWorkspace(
  ctx: Context,
  { name, slug, contactEmail }: WorkspaceChange,
): Promise<WorkspaceRow> {
  requirePermission(ctx, 'workspace:write');
  return inTransaction(ctx, async (tx) => {
    const [current] = await tx
      .select()
      .from(workspaces)
      .where(eq(workspaces.id, ctx.workspace.id))
      .for('update');
    if (!current) throw notFound('The workspace');
    const input = { name, slug, contactEmail };
    const fields = (['name', 'slug', 'contactEmail'] as const).filter(
      (field) => input[field] !== undefined && input[field] !== current[field],
    );
    if (fields.length === 0) return current;
    const [row] = await tx
      .update(workspaces)
      .set({ ...Object.fromEntries(fields.map((field) => [field, input[field]])), updatedAt: new Date() })
      .where(eq(workspaces.id, ctx.workspace.id))
      .returning()
      .catch(refuseTakenSlug);
    if (!row) throw notFound('The workspace');
    const changes = changesOf(current, Object.fromEntries(fields.map((field) => [field, row[field]])));
    await audit(tx, ctx, 'workspace.changed', { kind: 'workspace', id: row.id }, { fields, changes });
    return row;
  });
}

/** The unique index decides between concurrent changes to the same slug. */
function refuseTakenSlug(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  if ((cause as { code?: unknown } | undefined)?.code !== uniqueViolation) throw error;
  throw new AltaError('conflict', 'Another workspace has this slug.', {
    code: 'name-taken',
    fields: { slug: 'is taken' },
  });
}
const uniqueViolation = '23505';
