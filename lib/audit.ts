import type { AccountAction, LoggedAction } from './audit-actions.ts';
import type { Context } from './context.ts';
import type { Transaction } from './database/client.ts';
import { together } from './database/sets.ts';
import { auditLog } from './database/tables/silo.ts';

export interface Subject {
  kind: SubjectKind;
  id: string;
}
type SubjectKind =
  | 'api-key'
  | 'app'
  | 'batch'
  | 'entry'
  | 'invitation'
  | 'job'
  | 'link'
  | 'registration'
  | 'user'
  | 'view'
  | `webhook-${'delivery' | 'endpoint' | 'secret'}`
  | 'workflow'
  | 'workspace';

interface AuditRecord {
  ctx: Context;
  action: LoggedAction;
  subject: Subject;
  /** Ids, reasons and counts; never a secret. */
  detail: Record<string, unknown>;
}

/** What was done, in the transaction that did it. */
export const audit = (
  tx: Transaction,
  ctx: Context,
  action: AuditRecord['action'],
  subject: Subject,
  detail: Record<string, unknown> = {},
): Promise<void> => insert(tx, { ctx, action, subject, detail });

const insert = together(async (tx: Transaction, records: readonly AuditRecord[]) => {
  await tx.insert(auditLog).values(
    records.map(({ ctx: { workspace, actor, source }, action, subject, detail }) => ({
      workspaceId: workspace.id,
      actorKind: actor.kind,
      actorId: actor.id ?? null,
      address: source?.address ?? null,
      requestId: source?.requestId ?? null,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      detail,
    })),
  );
  return records.map(() => undefined);
});

/** What a person did to their own account, which belongs to no workspace. */
export async function auditAccount(
  tx: Transaction,
  userId: string,
  action: AccountAction,
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
