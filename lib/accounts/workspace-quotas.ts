import { eq } from 'drizzle-orm';
import { audit } from '#lib/audit.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { notFound } from '#lib/errors.ts';
import type { Quotas } from '#lib/quota-list.ts';
import { forgetQuotaUses } from '#lib/quotas.ts';

/** Gives the workspace these of its own, in place of the installation's, beside those that it has. The operator's alone. */
export async function changeQuotas(ctx: Context, quotas: Quotas): Promise<Quotas> {
  const own = await inTransaction(ctx, async (tx) => {
    const ofThis = eq(workspaces.id, ctx.workspace.id);
    const [before] = await tx.select().from(workspaces).where(ofThis).for('update');
    if (!before) throw notFound('The workspace');
    const all = { ...before.quotas, ...quotas };
    await tx.update(workspaces).set({ quotas: all }).where(ofThis);
    const subject = { kind: 'workspace', id: ctx.workspace.id } as const;
    await audit(tx, ctx, 'workspace.changed', subject, { fields: Object.keys(quotas) });
    return all;
  });
  forgetQuotaUses();
  return own;
}
