import { eq, sql } from 'drizzle-orm';
import { batchLoader } from '#lib/database/batching.ts';
import type { Transaction } from '#lib/database/client.ts';
import { members, workspaces } from '#lib/database/tables/accounts.ts';
import { auditLog } from '#lib/database/tables/silo.ts';
import type { AccountAction, LoggedAction, Subject } from './audit-actions.ts';
import { type Context, isMoving } from './context.ts';
import type { Actor } from './roles.ts';

export type { Subject };

interface AuditRecord {
  ctx: Context;
  action: LoggedAction;
  subject: Subject;
  /** Ids, reasons and counts; never a secret. */
  detail: Record<string, unknown>;
}

/**
 * Records an action in the transaction that performs it.
 * @throws AltaError `unavailable` (`workspace-moving`) if a person or a client acts in a closed workspace
 */
export const audit = (
  tx: Transaction,
  ctx: Context,
  action: AuditRecord['action'],
  subject: Subject,
  detail: Record<string, unknown> = {},
): Promise<void> => insert(tx, { ctx, action, subject, detail });

/** Texts of a field before and after a change, for the log. */
type Change = [before: string, after: string];

const longestValue = 200;

/**
 * Compares the fields of `after` with `before`, for the detail of an audit row. Only for fields that contain no
 * secrets and no data of suppliers: the log is kept when those are erased.
 */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, Change> {
  const changes = Object.entries(after).map(([field, value]): [string, Change] => [
    field,
    [valueText(before[field]), valueText(value)],
  ]);
  return Object.fromEntries(changes.filter(([, [was, is]]) => was !== is));
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/**
 * The workspace's id; null if it is closed. The row is locked until the transaction ends, so that the closing of a
 * workspace waits for the changes under way, and later ones see it (`closeWorkspace`).
 */
const idIfOpen = (id: string) =>
  sql<string>`(select id from ${workspaces} where id = ${id} and closed_at is null for key share)`;

/** Actors whose work goes on in a closed workspace: invoices under way are finished. */
const mayFinish: readonly Actor['kind'][] = ['engine', 'operator'];

const insert = batchLoader(async (tx: Transaction, records: readonly AuditRecord[]) => {
  const inserted = await tx
    .insert(auditLog)
    .values(
      records.map(({ ctx: { workspace, actor, source }, action, subject, detail }) => ({
        workspaceId: mayFinish.includes(actor.kind) ? workspace.id : idIfOpen(workspace.id),
        actorKind: actor.kind,
        actorId: actor.id ?? null,
        address: source?.address ?? null,
        requestId: source?.requestId ?? null,
        action,
        subjectKind: subject.kind,
        subjectId: subject.id,
        detail,
      })),
    )
    .returning({ workspaceId: auditLog.workspaceId });
  if (inserted.some(({ workspaceId }) => workspaceId === null)) throw isMoving();
  return records.map(() => undefined);
});

/**
 * Records an action on a user's account; `by` is the kind of actor. Each of the user's workspaces gets a line,
 * which its owners can read (`logins:read`). For a user without a workspace, a single line without one is written.
 */
export async function auditAccount(
  tx: Transaction,
  userId: string,
  action: AccountAction,
  detail: Record<string, unknown> = {},
  { by = 'user', address }: { by?: 'user' | 'engine' | 'operator'; address?: string } = {},
): Promise<void> {
  const memberships = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId));
  const places: { workspaceId: string | null }[] =
    memberships.length > 0 ? memberships : [{ workspaceId: null }];
  await tx.insert(auditLog).values(
    places.map(({ workspaceId }) => ({
      workspaceId,
      actorKind: by,
      actorId: by === 'user' ? userId : null,
      address: address ?? null,
      action,
      subjectKind: 'user' as const,
      subjectId: userId,
      detail,
    })),
  );
}
