import { and, type Column, eq, exists, gt, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Subject } from '#lib/audit.ts';
import { accountActions, type LoggedAction } from '#lib/audit-actions.ts';
import { type Context, reader } from '#lib/context.ts';
import { apiKeys, invitations, users } from '#lib/database/tables/accounts.ts';
import { invoiceSubmissions } from '#lib/database/tables/invoices.ts';
import { mails } from '#lib/database/tables/mails.ts';
import { registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { actorKey, auditLog, entries, isTrouble } from '#lib/database/tables/silo.ts';
import { webhookDeliveries, webhookEndpoints } from '#lib/database/tables/webhooks.ts';
import { jobs, workflows } from '#lib/database/tables/workflows.ts';
import { maxCounted } from '#lib/limits.ts';
import { afterCursor, inOrder, inSpan, type TimedPageQuery } from '#lib/paging.ts';
import { type Actor, isPermitted, requirePermission } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { searchEntries } from '#lib/silo/search.ts';
import { subjectsOf } from './activity.ts';

export interface AuditQuery extends Omit<TimedPageQuery, 'from'> {
  /** Id of a user or an API key, or the kind of any other actor. */
  actor?: string | undefined;
  action?: LoggedAction | undefined;
  /** Restricts the result to the actions in `troubles` (lib/audit-actions.ts). */
  troubles?: boolean | undefined;
  /** Any id, or a search text for entries: a name, a CUIT, an invoice's number. */
  about?: string | undefined;
}

export interface AuditLine {
  /** Position in the log. */
  id: string;
  createdAt: Date;
  actor: { kind: Actor['kind']; id?: string; name?: string };
  action: LoggedAction;
  subject: Subject & NamedSubject;
  /** Ids, reasons and counts; never a secret. */
  detail: Record<string, unknown>;
  /** Client address; absent for the engine's actions and for lines of earlier releases. */
  address?: string;
  requestId?: string;
  /** Only with `troubles`: since then the job has succeeded, or its invoice was authorized, or mailed. */
  isSolved?: boolean;
}

const byInstant = { createdAt: auditLog.at, id: auditLog.position };

/** Lists the workspace's audit log, newest first: the rows of one page, and one more if there is a next page. */
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

/** Counts the matching lines, up to `most` + 1. */
export async function countAudit(
  ctx: Context,
  query: Omit<AuditQuery, 'limit'>,
  most = maxCounted,
): Promise<number> {
  requirePermission(ctx, 'activity:read');
  const counted = reader(ctx)
    .select({ position: auditLog.position })
    .from(auditLog)
    .where(await matches(ctx, query))
    .limit(most + 1);
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

/** Maximum number of entries that a search text finds; only the newest are used. */
const maxEntries = 20;

async function subjectsNamed(ctx: Context, about: string): Promise<string[]> {
  const id = about.toLowerCase();
  const isId = z.uuid().safeParse(id).success;
  const found = isId ? [{ id }] : await searchEntries(ctx, { q: about, limit: maxEntries });
  if (found.length === 0) return [];
  const subjects = await subjectsOf(
    ctx,
    found.map((entry) => entry.id),
  );
  // The id may belong to any kind of subject; if it is an entry's, everything attached to the entry matches
  // as well.
  return [...(isId ? [id] : []), ...subjects.map((subject) => subject.id)];
}

/** Names of a line's subject; empty if it was removed. */
interface NamedSubject {
  /** The entry itself, or the entry to which the subject belongs. */
  entry?: Pick<ListedEntry, 'id' | 'folder' | 'snippet'>;
  /** Name of a subject that belongs to no entry. */
  name?: string;
}

type Row = Pick<typeof auditLog.$inferSelect, 'actorKind' | 'actorId' | 'subjectKind' | 'subjectId'>;

/** Reads the names of the actors and subjects of a page, with one query per kind. */
async function namesFor(ctx: Context, rows: readonly Row[]) {
  const actors = (kind: Row['actorKind']) =>
    idsOf(rows.map((row) => (row.actorKind === kind ? row.actorId : null)));
  const about = (kind: Row['subjectKind']) =>
    idsOf(rows.map((row) => (row.subjectKind === kind ? row.subjectId : null)));
  const people = [...actors('user'), ...about('user')];
  const keys = [...actors('api-key'), ...about('api-key')];
  const [byEntry, ...named] = await Promise.all([
    entriesOf(ctx, idsOf(rows.map((row) => (entrySubjectKinds.has(row.subjectKind) ? row.subjectId : null)))),
    readNames(ctx, people, { ...users, from: users, workspaceId: undefined }),
    readNames(ctx, keys, { ...apiKeys, from: apiKeys }),
    readNames(ctx, actors('registrant'), {
      ...registrationLinks,
      from: registrationLinks,
      name: registrationLinks.holderName,
    }),
    readNames(ctx, about('workflow'), { ...workflows, from: workflows }),
    readNames(ctx, about('invitation'), { ...invitations, from: invitations, name: invitations.note }),
    readNames(ctx, about('webhook-endpoint'), {
      ...webhookEndpoints,
      from: webhookEndpoints,
      name: webhookEndpoints.url,
    }),
  ]);
  const names = new Map(named.flat().map(({ id, name }) => [id, name ?? '']));
  const subjects = new Map(
    rows.map(({ subjectId }): [string, NamedSubject] => {
      const entry = byEntry.get(subjectId);
      const name = names.get(subjectId);
      return [subjectId, { ...(entry ? { entry } : {}), ...(name ? { name } : {}) }];
    }),
  );
  return { actorNames: names, subjects };
}

const entrySubjectKinds: ReadonlySet<Row['subjectKind']> = new Set([
  'entry',
  'registration',
  'link',
  'job',
  'webhook-delivery',
]);

interface NameSource {
  from:
    | typeof users
    | typeof apiKeys
    | typeof registrationLinks
    | typeof workflows
    | typeof invitations
    | typeof webhookEndpoints;
  id: Column;
  name: Column;
  /** Undefined for users, who belong to no workspace. */
  workspaceId: Column | undefined;
}

async function readNames(ctx: Context, ids: string[], { from, id, name, workspaceId }: NameSource) {
  if (ids.length === 0) return [];
  return reader(ctx)
    .select({ id: sql<string>`${id}::text`, name: sql<string | null>`${name}` })
    .from(from)
    .where(and(inArray(id, ids), workspaceId && eq(workspaceId, ctx.workspace.id)));
}

/** Returns the entry to which each id belongs. */
async function entriesOf(ctx: Context, ids: string[]) {
  if (ids.length === 0) return new Map<string, NamedSubject['entry']>();
  const db = reader(ctx);
  const pair = (subject: Column, entryId: Column) => ({
    subject: sql<string>`${subject}`.as('subject'),
    entryId: sql<string>`${entryId}`.as('entry_id'),
  });
  const subjects = unionAll(
    db.select(pair(entries.id, entries.id)).from(entries).where(inArray(entries.id, ids)),
    db
      .select(pair(registrations.id, registrations.entryId))
      .from(registrations)
      .where(inArray(registrations.id, ids)),
    db
      .select(pair(registrationLinks.id, registrations.entryId))
      .from(registrationLinks)
      .innerJoin(registrations, eq(registrations.id, registrationLinks.registrationId))
      .where(inArray(registrationLinks.id, ids)),
    db.select(pair(jobs.id, jobs.entryId)).from(jobs).where(inArray(jobs.id, ids)),
    db
      .select(pair(webhookDeliveries.id, webhookDeliveries.entryId))
      .from(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, ids)),
  ).as('subjects');
  const rows = await db
    .select({
      subject: subjects.subject,
      id: entries.id,
      folder: entries.folder,
      snippet: entries.snippet,
    })
    .from(subjects)
    .innerJoin(entries, and(eq(entries.id, subjects.entryId), eq(entries.workspaceId, ctx.workspace.id)));
  return new Map(rows.map(({ subject, ...entry }) => [subject, entry]));
}

const idsOf = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

const laterJobs = alias(jobs, 'later');

type Trouble = Pick<typeof auditLog.$inferSelect, 'action' | 'subjectId'>;

/** Returns the subjects of a page's troubles that were solved since. */
async function solvedSince(ctx: Context, rows: readonly Trouble[]): Promise<ReadonlySet<string>> {
  const subjectIdsOf = (wanted: LoggedAction) =>
    rows.filter(({ action }) => action === wanted).map(({ subjectId }) => subjectId);
  const [solvedJobs, mailed] = await Promise.all([
    jobsSolvedSince(ctx, subjectIdsOf('job.failed')),
    invoicesMailedSince(ctx, subjectIdsOf('invoice.mail-bounced')),
  ]);
  return new Set([...solvedJobs, ...mailed]);
}

/** Invoices with a mail that was sent after the last one bounced. */
async function invoicesMailedSince(ctx: Context, bounced: string[]): Promise<string[]> {
  if (bounced.length === 0) return [];
  const rows = await reader(ctx)
    .select({ id: mails.subject })
    .from(mails)
    .where(
      and(
        inArray(mails.subject, bounced),
        eq(mails.kind, 'invoice'),
        eq(mails.workspaceId, ctx.workspace.id),
      ),
    )
    .groupBy(mails.subject)
    .having(sql`max(${mails.sentAt}) > max(${mails.refusedAt})`);
  return rows.map(({ id }) => id);
}

/**
 * Failed jobs that were solved since: a later job of the same workflow succeeded on the same entry, or the invoice
 * was authorized.
 */
async function jobsSolvedSince(ctx: Context, failed: string[]): Promise<string[]> {
  if (failed.length === 0) return [];
  const db = reader(ctx);
  const laterSuccess = db
    .select({ id: laterJobs.id })
    .from(laterJobs)
    .where(
      and(
        eq(laterJobs.entryId, jobs.entryId),
        eq(laterJobs.workflowId, jobs.workflowId),
        eq(laterJobs.status, 'OK'),
        gt(laterJobs.completedAt, jobs.completedAt),
      ),
    );
  const authorised = db
    .select({ id: invoiceSubmissions.id })
    .from(invoiceSubmissions)
    .where(
      and(
        eq(invoiceSubmissions.entryId, jobs.entryId),
        eq(invoiceSubmissions.status, 'authorised'),
        gt(invoiceSubmissions.settledAt, jobs.completedAt),
      ),
    );
  const solved = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.workspaceId, ctx.workspace.id),
        inArray(jobs.id, failed),
        or(exists(laterSuccess), exists(authorised)),
      ),
    );
  return solved.map(({ id }) => id);
}
