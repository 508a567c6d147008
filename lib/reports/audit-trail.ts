import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Subject } from '#lib/audit.ts';
import { accountActions, type LoggedAction } from '#lib/audit-actions.ts';
import { type Actor, type Context, reader } from '#lib/context.ts';
import { actorKey, auditLog, isTrouble } from '#lib/database/tables/silo.ts';
import { mostCounted } from '#lib/most-counted.ts';
import { afterCursor, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { isPermitted, requirePermission } from '#lib/roles.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { subjectsOf } from './activity.ts';
import { type NamedSubject, namesFor } from './audit-names.ts';
import { solvedSince } from './solved-since.ts';

export interface AuditQuery extends Omit<TimedPageQuery, 'from'> {
  /** The id of a user or an API key, or what else acts by its kind. */
  actor?: string | undefined;
  action?: LoggedAction | undefined;
  /** Only what somebody has to look at (`troubles`). */
  troubles?: boolean | undefined;
  /** The id of anything; or what leads to entries: a name, a CUIT, an invoice's number. */
  about?: string | undefined;
}

export interface AuditLine {
  /** Its place in the log. */
  id: string;
  createdAt: Date;
  actor: { kind: Actor['kind']; id?: string; name?: string };
  action: LoggedAction;
  subject: Subject & NamedSubject;
  /** Ids, reasons and counts; never a secret. */
  detail: Record<string, unknown>;
  /** From where it was asked for; not of what happened by itself, nor of lines of earlier releases. */
  address?: string;
  requestId?: string;
  /** Of troubles: the job has gone through since, or its invoice was authorized. */
  isSolved?: boolean;
}

const byInstant = { createdAt: auditLog.at, id: auditLog.position };

/** What was done in the workspace, the newest first: rows for one page, and one more when there is a next page. */
export async function listAudit(ctx: Context, query: AuditQuery): Promise<AuditLine[]> {
  requirePermission(ctx, 'activity:read');
  const rows = await reader(ctx)
    .select()
    .from(auditLog)
    .where(and(await matches(ctx, query), afterCursor(byInstant, query.cursor, query)))
    .orderBy(...inOrder(byInstant, query))
    .limit(query.limit + 1);
  const [{ actorNames, subjects }, solved] = await Promise.all([
    namesFor(ctx, rows),
    query.troubles ? solvedSince(ctx, rows) : undefined,
  ]);
  return rows.map(({ position, at, actorKind, actorId, subjectKind, subjectId, ...row }) => {
    const name = actorNames.get(actorId ?? '');
    return {
      id: String(position),
      createdAt: at,
      actor: { kind: actorKind, ...(actorId ? { id: actorId } : {}), ...(name ? { name } : {}) },
      action: row.action as LoggedAction,
      subject: { kind: subjectKind, id: subjectId, ...subjects.get(subjectId) },
      detail: row.detail,
      ...(row.address ? { address: row.address } : {}),
      ...(row.requestId ? { requestId: row.requestId } : {}),
      ...(solved?.has(subjectId) ? { isSolved: true } : {}),
    };
  });
}

/** How many match, up to `mostCounted` and one. */
export async function countAudit(ctx: Context, query: Omit<AuditQuery, 'limit'>): Promise<number> {
  requirePermission(ctx, 'activity:read');
  const counted = reader(ctx)
    .select({ position: auditLog.position })
    .from(auditLog)
    .where(await matches(ctx, query))
    .limit(mostCounted + 1);
  return reader(ctx).$count(counted.as('counted'));
}

async function matches(
  ctx: Context,
  { actor, action, troubles, about, ...span }: Omit<AuditQuery, 'limit'>,
): Promise<SQL | undefined> {
  return and(
    eq(auditLog.workspaceId, ctx.workspace.id),
    actor ? sql`${actorKey} = ${actor}` : undefined,
    action ? eq(auditLog.action, action) : undefined,
    troubles ? isTrouble : undefined,
    isPermitted(ctx, 'logins:read') ? undefined : notInArray(auditLog.action, accountActions),
    about ? inArray(auditLog.subjectId, await subjectsNamed(ctx, about)) : undefined,
    inSpan(byInstant, span),
  );
}

/** Of more matches the newest are looked at: who means one of the others types more of its name. */
const mostEntries = 20;

async function subjectsNamed(ctx: Context, about: string): Promise<string[]> {
  const id = about.toLowerCase();
  const isId = z.uuid().safeParse(id).success;
  const found = isId ? [{ id }] : await searchEntries(ctx, { q: about, limit: mostEntries });
  if (found.length === 0) return [];
  const subjects = await subjectsOf(
    ctx,
    found.map((entry) => entry.id),
  );
  // An id may be anything's, and that of an entry leads to all that hangs on it.
  return [...(isId ? [id] : []), ...subjects.map((subject) => subject.id)];
}
