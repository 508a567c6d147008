import { and, eq, ne } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, holdPermission, inTransaction, reader } from '#lib/context.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { findSecondFactor } from './second-factor.ts';

/** Whether an owner has decided that all members need a second factor. */
export async function isSecondFactorRequired(ctx: Context): Promise<boolean> {
  const isThis = and(eq(workspaces.id, ctx.workspace.id), workspaces.secondFactorRequired);
  return (await reader(ctx).$count(workspaces, isThis)) > 0;
}

/**
 * Of all members, from their next request on; of API keys it asks nothing. Again changes nothing.
 * @throws AltaError `conflict` (`second-factor-first`) when whoever asks it of others has none.
 */
export async function requireSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  const { actor } = ctx;
  if (actor.kind === 'user' && !(await findSecondFactor(actor.id))) {
    throw new AltaError('conflict', 'Who asks it of others has none.', { code: 'second-factor-first' });
  }
  await decide(ctx, { secondFactorRequired: true });
}

/** Each member decides again. Nobody's is taken away. */
export async function stopRequiringSecondFactor(ctx: Context): Promise<void> {
  requirePermission(ctx, 'members:write');
  await decide(ctx, { secondFactorRequired: false });
}

async function decide(ctx: Context, decision: { secondFactorRequired: boolean }): Promise<void> {
  const { secondFactorRequired } = decision;
  await inTransaction(ctx, async (tx) => {
    await holdPermission(tx, ctx, 'members:write');
    const { id } = ctx.workspace;
    const changed = await tx
      .update(workspaces)
      .set({ secondFactorRequired, updatedAt: new Date() })
      .where(and(eq(workspaces.id, id), ne(workspaces.secondFactorRequired, secondFactorRequired)))
      .returning();
    if (changed.length === 0) return;
    const act = secondFactorRequired ? 'second-factor-required' : 'second-factor-optional';
    await audit(tx, ctx, `workspace.${act}`, { kind: 'workspace', id });
  });
}
