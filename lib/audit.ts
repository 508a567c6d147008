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

/** What a person did to their own account, which belongs to no workspace. */
export async function auditAccount(
  tx: Transaction,
  userId: string,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(auditLog).values({
    actorKind: 'user',
    actorId: userId,
    action,
    subjectKind: 'user',
    subjectId: userId,
    detail,
  });
}
