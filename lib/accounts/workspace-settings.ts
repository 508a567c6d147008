import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { workspaceSlug } from './workspace-slug.ts';
import type { WorkspaceRow } from './workspaces.ts';

export const WorkspaceChange = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(100)
    .refine(...singleLine)
    .optional(),
  /** In the addresses of the Console: whoever keeps one finds nothing under it any more. */
  slug: z
    .string()
    .regex(workspaceSlug, 'must be words of a-z and 0-9 with hyphens between them')
    .max(60)
    .optional(),
  contactEmail: z.email('must be an e-mail address').max(200).nullish(),
});
export type WorkspaceChange = z.infer<typeof WorkspaceChange>;

/** @throws AltaError `conflict` when the slug is another workspace's. */
export async function changeWorkspace(
  ctx: Context,
  { name, slug, contactEmail }: WorkspaceChange,
): Promise<WorkspaceRow> {
  requirePermission(ctx, 'workspace:write');
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx
      .select()
      .from(workspaces)
      .where(eq(workspaces.id, ctx.workspace.id))
      .for('update');
    if (!before) throw notFound('The workspace');
    const given = { name, slug, contactEmail };
    const fields = (['name', 'slug', 'contactEmail'] as const).filter(
      (field) => given[field] !== undefined && given[field] !== before[field],
    );
    if (fields.length === 0) return before;
    const [row] = await tx
      .update(workspaces)
      .set({ ...Object.fromEntries(fields.map((field) => [field, given[field]])), updatedAt: new Date() })
      .where(eq(workspaces.id, ctx.workspace.id))
      .returning()
      .catch(refuseTakenSlug);
    if (!row) throw notFound('The workspace');
    await audit(tx, ctx, 'workspace.changed', { kind: 'workspace', id: row.id }, { fields });
    return row;
  });
}

/** The database decides: of two who take a slug at the same time it refuses one. */
function refuseTakenSlug(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  if ((cause as { code?: unknown } | undefined)?.code !== uniqueViolation) throw error;
  throw new AltaError('conflict', 'Another workspace has this slug.', {
    code: 'name-taken',
    fields: { slug: 'is taken' },
  });
}
const uniqueViolation = '23505';
