import type { Context } from './context.ts';
import type { Transaction } from './database/client.ts';
import { auditLog } from './database/tables/silo.ts';

/** What was done, in the transaction that did it. `detail` holds ids, reasons and counts; never a secret. */
export async function audit(
  tx: Transaction,
  ctx: Context,
  action: string,
  subject: { kind: string; id: string },
  detail: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(auditLog).values({
    workspaceId: ctx.workspace.id,
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id ?? null,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    detail,
  });
}
