import type { Context } from './context.ts';
import type { Transaction } from './database/client.ts';
import { together } from './database/sets.ts';
import { auditLog } from './database/tables/silo.ts';

/** Of an entry and all that hangs on it. The Console has a sentence for each. */
export type EntryAction =
  | `entry.${'changed' | 'created' | 'file-attached' | 'file-replaced' | 'renamed' | 'stamped' | 'state'}`
  | `entry.${'archived' | 'customer-settled' | 'restored'}`
  | `job.${'cancelled' | 'created'}`
  | `link.${'extended' | 'issued' | 'renewal-requested' | 'revoked'}`
  | `link.${'bounced' | 'handed-over' | 'mail-requested' | 'opened' | 'reminded' | 'sent' | 'taken-back'}`
  | `registration.${'opened' | 'started' | 'started-again' | 'completed' | 'revoked'}`
  | `registration.${'details-confirmed' | 'points-of-sale-settled' | 'request-downloaded' | 'service-enabled'}`
  | 'registration.rated'
  | `registration.delegation-${'claimed' | 'granted' | 'lost'}`
  | 'registration.way-chosen'
  | `registration.${'authorisation-claimed' | 'point-of-sale-claimed'}`
  | `registration.${'certificate-received' | 'certificate-rejected' | 'not-proved' | 'proof-requested'}`;

type WorkspaceAction =
  | `api-key.${'created' | 'revoked'}`
  | `app.${'connected' | 'disconnected' | 'settings-changed'}`
  | `batch.${'created' | 'resumed' | 'stopped'}`
  | `invitation.${'accepted' | 'created' | 'revoked'}`
  | `member.${'added' | 'removed' | 'role-changed'}`
  | `webhook.${'given-up' | 'redelivered'}`
  | `webhook-endpoint.${'changed' | 'created' | 'disabled' | 'removed'}`
  | `webhook-secret.${'ended' | 'rotated'}`
  | `workflow.${'changed' | 'created' | 'disabled' | 'enabled'}`
  | `workspace.${'changed' | 'created'}`;

type AccountAction = 'password.changed' | 'session.ended' | 'sessions.ended';

export type AuditAction = EntryAction | WorkspaceAction | AccountAction;

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
  | `webhook-${'delivery' | 'endpoint' | 'secret'}`
  | 'workflow'
  | 'workspace';

interface AuditRecord {
  ctx: Context;
  action: Exclude<AuditAction, AccountAction>;
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
    records.map(({ ctx: { workspace, actor }, action, subject, detail }) => ({
      workspaceId: workspace.id,
      actorKind: actor.kind,
      actorId: actor.id ?? null,
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
